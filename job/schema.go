package job

import (
	"bytes"
	_ "embed"
)

// schemaJSON is held against the checks of this package by a test: every key,
// and every default.
//
//go:embed schema.json
var schemaJSON []byte

// Schema returns the JSON Schema (2020-12) of job files, with descriptions and
// defaults, for editors and other programs. What it accepts may still be
// refused: it knows nothing of templates, columns and files.
func Schema() []byte { return bytes.Clone(schemaJSON) }
