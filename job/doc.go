// Package job reads job files: which tool is called, for which items, and what is done when a call
// fails. It reads and checks, and calls nothing; the result is plain data.
//
// [Load] reads a YAML 1.2 file. It reports every fault that it finds, each with file, line and
// column, what was meant and, for a misspelt key, the nearest known one: errors are [*FileError]
// values, joined and in the order of the file. A key that belongs to a later version of this
// package is refused by name, never passed over. Scalars are what is written: 9007199254740993
// keeps every digit, 00042 stays the text "00042", and no is a text.
//
// [Job.OpenItems] opens the items, checks their columns against the names that the templates use,
// and gives a [Source], which reads one row at a time. A row that cannot be read is a [Row] with an
// error, and the rows around it are read all the same. A file that breaks off, or is broken so that
// nothing behind the place can be found, is an error of [Source.Err] and never a quiet end.
// [Job.Args] makes the arguments of the call for one row.
//
// # Items
//
// Items are the rows of a CSV or TSV file, the lines of a file of JSON lines, the elements of a JSON
// array or of a YAML list, or of items.list in the job file itself. All are read as they are asked
// for: the first row of a file of any size is there at once, and what is kept in memory is a few
// times the longest row and not more for a larger file. A row that is too long for that is refused
// within 64 MiB: one line may have 24 MiB, a record of several lines 8 MiB, and a row in YAML 1 MiB.
//
// Of a table the first 64 KiB tell the encoding (UTF-8, UTF-16, Windows-1252), the delimiter and the
// line ends, unless the job file says them; [Source.Notes] has what users should know of that. Cells
// are texts. JSON and YAML values keep their types and each digit; no object may have a key twice.
//
// # What this version supports
//
// Everything else that the job file format describes is refused with "is not supported by this
// version yet".
package job
