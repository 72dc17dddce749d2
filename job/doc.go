// Package job reads job files: which tool is called, for which items, and what is done when a call
// fails. It reads and checks, and calls nothing; the result is plain data.
//
// [Load] reads a YAML 1.2 file. It reports every fault that it finds, each with file, line and
// column, what was meant and, for a misspelt key, the nearest known one: errors are [*FileError]
// values, joined and in the order of the file. A key that belongs to a later version of this
// package is refused by name, never passed over. Scalars are what is written: 9007199254740993
// keeps every digit, 00042 stays the text "00042", and no is a text.
//
// [Job.OpenItems] opens the items file, checks its columns against the names that the templates
// use, and gives a [Source], which reads one row at a time. A row that cannot be read is a [Row]
// with an error, and the rows around it are read all the same. [Job.Args] makes the arguments of
// the call for one row.
//
// # What this version supports
//
// HTTP tools, and items from CSV files in UTF-8 with commas. Everything else that the job file
// format describes is refused with "is not supported by this version yet".
package job
