package taxonomy

// oracleRows are Oracle's numbers without "ORA-" ("Database Error Messages"). A
// statement that fails is rolled back ("Statement-Level Rollback" in Database
// Concepts), a deadlock's too: the transaction then still stands.
//
//nolint:gochecknoglobals // a table, never written
var oracleRows = numbered([]sqlGroup{
	// Others in the way.
	// Deadlock; deadlock on an object.
	{ruling{Transient, CodeDeadlock, No, ScopeTarget}, []int{60, 4020}},
	// NOWAIT or timeout; WAIT expired; object lock; resource wait; distributed lock.
	{ruling{Transient, CodeLocked, No, ScopeTarget}, []int{54, 30006, 4021, 51, 2049}},
	// Cannot serialize; snapshot too old; package state discarded.
	{ruling{Transient, CodeSerializationFailure, No, ScopeTarget}, []int{8177, 1555, 4068, 4061, 4065}},
	// Held by an in-doubt distributed transaction.
	{ruling{ResourceConflict, CodeLocked, No, ScopeTarget}, []int{1591}},
	// Connections and instances.
	// Sessions; sessions; processes; sessions per user; handlers.
	{ruling{Transient, CodeOverloaded, No, ScopeHost}, []int{18, 19, 20, 2391, 12516, 12519, 12520, 12526, 12528}},
	// Starting or stopping; not available; shutting down; shutting down; the listener knows no such service yet, or instance; shut down; blocking; no target.
	{ruling{Transient, CodeUnavailable, No, ScopeHost}, []int{1033, 1034, 1089, 1090, 12514, 12521, 12523, 12527, 12545, 24338}},
	// No listener; refused; no route.
	{ruling{Transient, CodeConnectionRefused, No, ScopeHost}, []int{12541, 12564, 12543}},
	// Connect timeout.
	{ruling{Transient, CodeTimeout, No, ScopeHost}, []int{12170}},
	// Operation timed out; application timeout.
	{ruling{Transient, CodeTimeout, Unanswered, ScopeHost}, []int{12535, 12606}},
	// Packet writer; packet reader; lost contact; closed; break; partial data.
	{ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}, []int{12571, 12570, 12547, 12537, 12152, 12161}},
	// Names and protocol adapters.
	{ruling{Fatal, CodeUnsupported, No, ScopeHost}, []int{12154, 12504, 12505, 12533, 12638, 12560, 12162}},
	// Session killed; end of file; not connected; lost contact; idle time; cannot replay; must roll back; status unknown.
	{ruling{Transient, CodeConnectionReset, Unanswered, ScopeHost}, []int{28, 3113, 3114, 3135, 2396, 25408, 25402, 25405, 12583}},
	// Not logged on.
	{ruling{Transient, CodeConnectionReset, No, ScopeHost}, []int{1012}},
	// Distributed: in doubt.
	{ruling{Fatal, CodeUnknown, Unanswered, ScopeItem}, []int{2050, 2051, 2054, 2058}},
	// User cancelled.
	{ruling{Fatal, CodeCanceled, No, ScopeItem}, []int{1013}},
	// The values.
	// Unique; name in use; column; index; column; user; constraint.
	{ruling{ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, []int{1, 955, 957, 1408, 1430, 1920, 2261, 2264, 2275}},
	// Child record; referenced keys; referenced; referenced.
	{ruling{ResourceConflict, CodeStateConflict, No, ScopeTarget}, []int{2292, 2266, 2449, 2273}},
	// Parent key; check; view check; partition.
	{ruling{InputError, CodeValidationFailed, No, ScopeItem}, []int{2291, 2290, 1402, 14400}},
	// NULL.
	{ruling{InputError, CodeMissingField, No, ScopeItem}, []int{1400, 1407, 1405}},
	// Too large; precision; too large; overflow; division by zero; dates.
	{ruling{InputError, CodeOutOfRange, No, ScopeItem}, []int{1401, 1438, 12899, 1426, 1476, 1841, 1843, 1847, 1839, 1849, 1850, 1851}},
	// Number; dates; PL/SQL conversion; JSON; XML; regular expression.
	{ruling{InputError, CodeInvalidFormat, No, ScopeItem}, []int{1722, 1830, 1840, 1842, 1858, 1861, 1862, 1820, 1821, 1845, 6502, 40441, 31011, 12726}},
	// Inconsistent types.
	{ruling{InputError, CodeWrongType, No, ScopeItem}, []int{932, 2267, 1790}},
	// String; IN list; name; row; key; buffer.
	{ruling{InputError, CodeTooLarge, No, ScopeItem}, []int{1489, 1795, 972, 1467, 1450, 22835}},
	// The statement.
	// Syntax; 6550 is PL/SQL's compilation.
	{ruling{InputError, CodeInvalidFormat, No, ScopeItem}, []int{900, 901, 905, 906, 907, 911, 917, 920, 921, 923, 928, 931, 933, 936, 938, 970, 1756, 6550}},
	// Identifier.
	{ruling{InputError, CodeUnknownField, No, ScopeItem}, []int{904, 1747}},
	// Names and shapes.
	{ruling{InputError, CodeValidationFailed, No, ScopeItem}, []int{903, 902, 909, 913, 918, 942, 947, 960, 979, 980, 937, 934, 1427, 1418, 1434, 1435, 1478, 1735, 1775, 1786, 1788, 1789, 1918, 1917, 1919, 2289, 4043, 4080, 4042, 6553}},
	// Who is calling.
	// Credentials.
	{ruling{Permission, CodeUnauthenticated, No, ScopeCredential}, []int{1005, 1017, 1004, 28001, 28002, 28003, 28007, 28009}},
	// Account is locked.
	{ruling{Permission, CodeAccountLocked, No, ScopeCredential}, []int{28000}},
	// Privileges; CREATE SESSION; restricted session.
	{ruling{Permission, CodeForbidden, No, ScopeTarget}, []int{1031, 990, 1045, 1749, 1950, 1720, 1035, 28575}},
	// Nobody but an operator.
	// Archiver, tablespaces, quotas, disks.
	{ruling{Fatal, CodeQuotaExhausted, No, ScopeHost}, []int{257, 1536, 1652, 1653, 1654, 1655, 1658, 1659, 1683, 1688, 1631, 1632, 19502, 19504, 16038}},
	// Undo.
	{ruling{Fatal, CodeQuotaExhausted, No, ScopeHost}, []int{30036}},
	// Memory.
	{ruling{Transient, CodeOverloaded, No, ScopeHost}, []int{4030, 4031}},
	// Options; not in this database; read-only.
	{ruling{Fatal, CodeUnsupported, No, ScopeTool}, []int{439, 3001, 2097, 16000, 1456, 1552, 12838, 65040}},
	// Internal errors, blocks and files.
	{ruling{Fatal, CodeServerError, Answered, ScopeHost}, []int{600, 603, 7445, 1578, 1110, 1157, 1114}},
	// No data found; no data.
	{ruling{Fatal, CodeNotFound, No, ScopeTarget}, []int{1403, 100}},
	// Fetch out of sequence; more than one row; no such savepoint; mutating table; commit in a trigger; CASE not found.
	{ruling{Fatal, CodeUnknown, No, ScopeItem}, []int{1002, 1422, 1086, 4091, 4092, 6592}},
})
