package taxonomy

//nolint:gochecknoglobals // a table, never written
var googleLifters = []lifter{}
