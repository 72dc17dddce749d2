package taxonomy

// sqlServerRows are SQL Server's numbers (sys.messages; "Database engine events
// and errors", and "Troubleshoot transient connection errors" of Azure SQL
// Database). A statement that fails is undone.
//
//nolint:gochecknoglobals // a table, never written
var sqlServerRows = numbered([]sqlGroup{
	// Others in the way.
	// Deadlock victim.
	{ruling{Transient, CodeDeadlock, No, ScopeTarget}, []int{1205}},
	// Lock timeout; the model database is being used.
	{ruling{Transient, CodeLocked, No, ScopeTarget}, []int{1222, 1807}},
	// Snapshot isolation: update conflict; its metadata changed; or its database; in-memory: commit dependency; write conflict; repeatable read; serializable; too many dependencies.
	{ruling{Transient, CodeSerializationFailure, No, ScopeTarget}, []int{3960, 3961, 3962, 41301, 41302, 41305, 41325, 41839}},
	// Too little, for now.
	// Memory; buffer pool; locks; memory for the query; no grant; compile memory; threads; connections.
	{ruling{Transient, CodeOverloaded, No, ScopeHost}, []int{701, 802, 1204, 8645, 8651, 8628, 17189, 17809}},
	// Azure SQL Database: resource limit; resource minimum; request limit; busy; busy; cannot process; too many creates; too many operations.
	{ruling{Transient, CodeOverloaded, No, ScopeHost}, []int{10928, 10929, 10936, 40501, 40642, 49918, 49919, 49920}},
	// Recovering; restoring; in transition; a secondary is not ready; upgrading; single user; paused; Azure: database not available; pool warming up.
	{ruling{Transient, CodeUnavailable, No, ScopeHost}, []int{922, 927, 952, 4221, 18401, 18461, 17142, 40613, 42109}},
	// Shutting down; Azure: reconfiguring; reconfiguring; error while processing; aborted.
	{ruling{Transient, CodeUnavailable, Answered, ScopeHost}, []int{6005, 40143, 40166, 40197, 40540}},
	// Session killed.
	{ruling{Transient, CodeUnavailable, Answered, ScopeHost}, []int{596, 6104}},
	// The wire, as clients number it (SqlClient).
	// Timeout.
	{ruling{Transient, CodeTimeout, Unanswered, ScopeHost}, []int{-2, 258}},
	// Any other; network name gone; semaphore; no process on the other end; aborted; reset; timed out.
	{ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}, []int{-1, 64, 121, 233, 10053, 10054, 10060}},
	// No server there; network path; refused; refused; host unknown.
	{ruling{Transient, CodeUnavailable, No, ScopeHost}, []int{2, 53, 1225, 10061, 11001}},
	// What others wrote.
	// Unique index; unique or primary key.
	{ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, []int{2601, 2627}},
	// Database; index; object; user; login; property.
	{ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, []int{1801, 1913, 2714, 15023, 15025, 15233}},
	// Referenced by a foreign key; referenced by an object; dependents; TRUNCATE of a referenced table.
	{ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}, []int{3726, 3729, 5074, 4712}},
	// Database in use.
	{ruling{ResourceConflict, CodeBusy, No, ScopeTarget}, []int{3702, 5030, 5061, 5070}},
	// The values.
	// A foreign key or a check.
	{ruling{InputError, CodeValidationFailed, No, ScopeItem}, []int{547}},
	// NULL; parameter not supplied.
	{ruling{InputError, CodeMissingField, No, ScopeItem}, []int{515, 201}},
	// Too long; too long; overflow; overflow; overflow; division by zero; date; date; date; float.
	{ruling{InputError, CodeOutOfRange, No, ScopeItem}, []int{8152, 2628, 8115, 220, 232, 8134, 242, 517, 535, 8023}},
	// Date; conversion; conversion; uniqueidentifier; XML; JSON; smalldatetime.
	{ruling{InputError, CodeInvalidFormat, No, ScopeItem}, []int{241, 245, 8114, 8169, 9420, 13609, 295}},
	// Type clash; implicit conversion; operand types; operand type; explicit conversion.
	{ruling{InputError, CodeWrongType, No, ScopeItem}, []int{206, 257, 402, 8117, 529}},
	// Too complex; too deep; expression limit; too many parameters; too many values; row size; row size.
	{ruling{InputError, CodeTooLarge, No, ScopeItem}, []int{8623, 8631, 8632, 8003, 10710, 1701, 511}},
	// The statement.
	// Syntax.
	{ruling{InputError, CodeInvalidFormat, No, ScopeItem}, []int{102, 103, 105, 156, 170, 319}},
	// Column; parameter; too many parameters.
	{ruling{InputError, CodeUnknownField, No, ScopeItem}, []int{207, 8145, 8144}},
	// Object; ambiguous; values.
	{ruling{InputError, CodeValidationFailed, No, ScopeItem}, []int{208, 209, 213, 110, 109, 120, 137, 195, 264, 271, 273, 512, 544, 911, 1088, 1911, 2812, 3701, 3704, 3728, 4104, 4121, 4902, 4924, 8101, 8120, 8180, 15151, 15404}},
	// The form of a query.
	{ruling{InputError, CodeValidationFailed, No, ScopeItem}, []int{8155, 8156, 1033, 1018, 107}},
	// Azure ended the session: it took too long, or too many locks, too much of tempdb, log or memory.
	{ruling{Fatal, CodeQuotaExhausted, Answered, ScopeHost}, []int{40549, 40550, 40551, 40552, 40553}},
	// Who is calling.
	// Login; login; password expired; password must change; Azure.
	{ruling{Permission, CodeUnauthenticated, No, ScopeCredential}, []int{18452, 18456, 18487, 18488, 40532}},
	// Disabled; locked out.
	{ruling{Permission, CodeAccountLocked, No, ScopeCredential}, []int{18470, 18486}},
	// On an object, a column, a statement, a server, a database, or by Azure's firewall.
	{ruling{Permission, CodeForbidden, No, ScopeTarget}, []int{229, 230, 262, 297, 300, 916, 1092, 4060, 6004, 15247, 40615, 33014}},
	// Nobody but an operator.
	// Filegroup full; filegroup full; log full; Azure: size; Azure: in-memory size; disk full; Express: size.
	{ruling{Fatal, CodeQuotaExhausted, No, ScopeHost}, []int{1101, 1105, 9002, 40544, 41823, 5149, 1827}},
	// Read-only database; emergency mode; read intent only; secondary.
	{ruling{Fatal, CodeUnsupported, No, ScopeTarget}, []int{3906, 3908, 978, 976}},
	// I/O and page errors.
	{ruling{Fatal, CodeServerError, Answered, ScopeHost}, []int{823, 824, 825, 605, 5171, 8966, 21}},
	// Suspect; files; offline; the login's default database.
	{ruling{Fatal, CodeServerError, No, ScopeHost}, []int{926, 945, 942, 4064}},
	// Of a distributed transaction.
	{ruling{Fatal, CodeStateConflict, Answered, ScopeItem}, []int{1206, 8525}},
	// The transaction's state.
	{ruling{Fatal, CodeStateConflict, No, ScopeItem}, []int{266, 3902, 3903, 3930, 3971, 3998, 3616}},
	// Azure: paused, or not there.
	{ruling{Fatal, CodeUnsupported, No, ScopeTool}, []int{42108, 40511, 40512, 40514, 40517, 40647, 41902, 10337}},
	// Batch aborted by a trigger; statement terminated; see earlier ones.
	{ruling{Fatal, CodeUnknown, No, ScopeItem}, []int{3609, 3621, 3013, 1750, 8622, 50000}},
})
