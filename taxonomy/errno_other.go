//go:build !linux && !windows

package taxonomy

// systemErrnos: those of the BSDs that Linux has not are Fatal, as all are that
// nothing is known of.
//
//nolint:gochecknoglobals // a table, never written
var systemErrnos []errnoRow
