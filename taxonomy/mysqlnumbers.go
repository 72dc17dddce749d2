package taxonomy

// mysqlRows are the numbers of MySQL ("MySQL 8.4 Error Message Reference": the
// server's and the client's) and of MariaDB ("MariaDB Error Code Reference");
// where one number means two things, the row is true for both or a refiner
// tells them apart. MySQL says HY000 and 42000 for very different things, so the
// number is asked before the SQLSTATE. A statement that fails is rolled back
// (InnoDB error handling); what tables without transactions keep is not seen in
// the error.
//
//nolint:gochecknoglobals // a table, never written
var mysqlRows = map[int]ruling{
	// Files and engines.
	1004: {Fatal, CodeServerError, Answered, ScopeHost},     // ER_CANT_CREATE_FILE
	1006: {Fatal, CodeServerError, Answered, ScopeHost},     // ER_CANT_CREATE_DB
	1016: {Fatal, CodeServerError, Answered, ScopeHost},     // ER_CANT_OPEN_FILE
	1025: {Fatal, CodeServerError, Answered, ScopeHost},     // ER_ERROR_ON_RENAME
	1026: {Fatal, CodeServerError, Answered, ScopeHost},     // ER_ERROR_ON_WRITE
	1030: {Fatal, CodeServerError, Answered, ScopeHost},     // ER_GET_ERRNO
	1005: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_CANT_CREATE_TABLE, mostly a foreign key that does not fit
	1031: {Fatal, CodeUnsupported, No, ScopeTool},           // ER_ILLEGAL_HA
	1036: {Fatal, CodeUnsupported, No, ScopeTarget},         // ER_OPEN_AS_READONLY
	1021: {Fatal, CodeQuotaExhausted, Answered, ScopeHost},  // ER_DISK_FULL
	1114: {Fatal, CodeQuotaExhausted, No, ScopeTarget},      // ER_RECORD_FILE_FULL
	1032: {Fatal, CodeNotFound, No, ScopeTarget},            // ER_KEY_NOT_FOUND
	1034: {Fatal, CodeServerError, Answered, ScopeTarget},   // ER_NOT_KEYFILE
	1035: {Fatal, CodeServerError, Answered, ScopeTarget},   // ER_OLD_KEYFILE
	1194: {Fatal, CodeServerError, Answered, ScopeTarget},   // ER_CRASHED_ON_USAGE
	1195: {Fatal, CodeServerError, Answered, ScopeTarget},   // ER_CRASHED_ON_REPAIR
	1712: {Fatal, CodeServerError, Answered, ScopeTarget},   // ER_INDEX_CORRUPT
	1105: {Fatal, CodeUnknown, Answered, ScopeTool},         // ER_UNKNOWN_ERROR
	1296: {Fatal, CodeUnknown, Answered, ScopeTool},         // ER_GET_ERRMSG
	1297: {Transient, CodeUnavailable, No, ScopeHost},       // ER_GET_TEMPORARY_ERRMSG: NDB's own word for it
	1037: {Transient, CodeOverloaded, No, ScopeHost},        // ER_OUTOFMEMORY
	1041: {Transient, CodeOverloaded, No, ScopeHost},        // ER_OUT_OF_RESOURCES
	1038: {Fatal, CodeQuotaExhausted, No, ScopeHost},        // ER_OUT_OF_SORTMEMORY: the buffer has to be made larger
	1878: {Fatal, CodeQuotaExhausted, Answered, ScopeHost},  // ER_TEMP_FILE_WRITE_FAILURE
	1467: {Fatal, CodeQuotaExhausted, No, ScopeTool},        // ER_AUTOINC_READ_FAILED
	4084: {Fatal, CodeQuotaExhausted, No, ScopeTool},        // MariaDB ER_SEQUENCE_RUN_OUT
	// Others in the way.
	1020: {Transient, CodeSerializationFailure, No, ScopeTarget}, // ER_CHECKREAD: MariaDB's snapshot isolation of InnoDB
	1205: {Transient, CodeLocked, No, ScopeTarget},               // ER_LOCK_WAIT_TIMEOUT
	1689: {Transient, CodeLocked, No, ScopeTarget},               // ER_LOCK_ABORTED
	3572: {Transient, CodeLocked, No, ScopeTarget},               // ER_LOCK_NOWAIT
	3133: {Transient, CodeLocked, No, ScopeTarget},               // ER_LOCKING_SERVICE_TIMEOUT
	1213: {Transient, CodeDeadlock, No, ScopeTarget},             // ER_LOCK_DEADLOCK
	1614: {Transient, CodeDeadlock, No, ScopeTarget},             // ER_XA_RBDEADLOCK
	3058: {Transient, CodeDeadlock, No, ScopeTarget},             // ER_USER_LOCK_DEADLOCK
	3132: {Transient, CodeDeadlock, No, ScopeTarget},             // ER_LOCKING_SERVICE_DEADLOCK
	1206: {Transient, CodeOverloaded, No, ScopeHost},             // ER_LOCK_TABLE_FULL
	1637: {Transient, CodeOverloaded, No, ScopeHost},             // ER_TOO_MANY_CONCURRENT_TRXS
	1412: {Transient, CodeSerializationFailure, No, ScopeTarget}, // ER_TABLE_DEF_CHANGED
	1615: {Transient, CodeSerializationFailure, No, ScopeTarget}, // ER_NEED_REPREPARE
	3101: {Transient, CodeSerializationFailure, No, ScopeTarget}, // ER_TRANSACTION_ROLLBACK_DURING_COMMIT: group replication's certification
	1099: {ResourceConflict, CodeLocked, No, ScopeTarget},        // ER_TABLE_NOT_LOCKED_FOR_WRITE
	1223: {ResourceConflict, CodeLocked, No, ScopeTarget},        // ER_CANT_UPDATE_WITH_READLOCK
	1100: {Fatal, CodeStateConflict, No, ScopeItem},              // ER_TABLE_NOT_LOCKED
	1192: {Fatal, CodeStateConflict, No, ScopeItem},              // ER_LOCK_OR_ACTIVE_TRANSACTION
	1207: {Fatal, CodeStateConflict, No, ScopeItem},              // ER_READ_ONLY_TRANSACTION
	// Killed, timed out, shut down. KILL does not undo what a table without transactions has taken.
	1317: {Fatal, CodeCanceled, Answered, ScopeItem},              // ER_QUERY_INTERRUPTED
	3024: {Transient, CodeTimeout, No, ScopeItem},                 // ER_QUERY_TIMEOUT: max_execution_time is for SELECT only
	1613: {Transient, CodeTimeout, No, ScopeItem},                 // ER_XA_RBTIMEOUT
	1969: {Transient, CodeTimeout, Answered, ScopeItem},           // MariaDB ER_STATEMENT_TIMEOUT
	1931: {Fatal, CodeQuotaExhausted, Answered, ScopeItem},        // MariaDB ER_QUERY_RESULT_INCOMPLETE
	1927: {Transient, CodeConnectionReset, Answered, ScopeHost},   // MariaDB ER_CONNECTION_KILLED
	3169: {Transient, CodeConnectionReset, Answered, ScopeHost},   // ER_SESSION_WAS_KILLED
	1053: {Transient, CodeUnavailable, Answered, ScopeHost},       // ER_SERVER_SHUTDOWN
	1077: {Transient, CodeUnavailable, Unanswered, ScopeHost},     // ER_NORMAL_SHUTDOWN
	1078: {Transient, CodeUnavailable, Unanswered, ScopeHost},     // ER_GOT_SIGNAL
	1079: {Transient, CodeUnavailable, Unanswered, ScopeHost},     // ER_SHUTDOWN_COMPLETE
	1080: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, // ER_FORCING_CLOSE
	1152: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, // ER_ABORTING_CONNECTION
	1158: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, // ER_NET_READ_ERROR
	1159: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, // ER_NET_READ_INTERRUPTED
	1160: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, // ER_NET_ERROR_ON_WRITE
	1161: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, // ER_NET_WRITE_INTERRUPTED
	1184: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, // ER_NEW_ABORTING_CONNECTION
	1189: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, // ER_MASTER_NET_READ
	1190: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, // ER_MASTER_NET_WRITE
	1154: {Fatal, CodeUnknown, Answered, ScopeHost},               // ER_NET_READ_ERROR_FROM_PIPE
	1155: {Fatal, CodeUnknown, Answered, ScopeHost},               // ER_NET_FCNTL_ERROR
	1156: {Fatal, CodeUnknown, Answered, ScopeHost},               // ER_NET_PACKETS_OUT_OF_ORDER
	1157: {Fatal, CodeUnknown, Answered, ScopeHost},               // ER_NET_UNCOMPRESS_ERROR
	// Commits whose end is not known.
	1180: {Fatal, CodeUnknown, Unanswered, ScopeItem}, // ER_ERROR_DURING_COMMIT
	1181: {Fatal, CodeUnknown, Unanswered, ScopeItem}, // ER_ERROR_DURING_ROLLBACK
	1401: {Fatal, CodeUnknown, Unanswered, ScopeItem}, // ER_XAER_RMERR
	3100: {Fatal, CodeUnknown, Unanswered, ScopeItem}, // ER_RUN_HOOK_ERROR
	1196: {Fatal, CodeUnknown, Answered, ScopeItem},   // ER_WARNING_NOT_COMPLETE_ROLLBACK: what has no transactions stays
	1964: {Fatal, CodeUnknown, Answered, ScopeItem},   // MariaDB ER_PRIOR_COMMIT_FAILED
	// The connection.
	1040: {Transient, CodeOverloaded, No, ScopeHost},           // ER_CON_COUNT_ERROR
	1135: {Transient, CodeOverloaded, No, ScopeHost},           // ER_CANT_CREATE_THREAD
	1461: {Transient, CodeOverloaded, No, ScopeHost},           // ER_MAX_PREPARED_STMT_COUNT_REACHED
	1203: {Transient, CodeOverloaded, No, ScopeCredential},     // ER_TOO_MANY_USER_CONNECTIONS
	1226: {Transient, CodeRateLimited, No, ScopeCredential},    // ER_USER_LIMIT_REACHED: so many an hour
	1042: {Transient, CodeDNSFailure, No, ScopeHost},           // ER_BAD_HOST_ERROR: the name of the client's address
	1043: {Fatal, CodeUnsupported, No, ScopeHost},              // ER_HANDSHAKE_ERROR
	1251: {Fatal, CodeUnsupported, No, ScopeHost},              // ER_NOT_SUPPORTED_AUTH_MODE
	1047: {Fatal, CodeUnsupported, No, ScopeHost},              // ER_UNKNOWN_COM_ERROR
	3159: {Fatal, CodeUnsupported, No, ScopeHost},              // ER_SECURE_TRANSPORT_REQUIRED
	1129: {Permission, CodeAccountLocked, No, ScopeCredential}, // ER_HOST_IS_BLOCKED, until it is unblocked
	4150: {Permission, CodeAccountLocked, No, ScopeCredential}, // MariaDB ER_USER_IS_BLOCKED
	3032: {Transient, CodeUnavailable, No, ScopeHost},          // ER_SERVER_OFFLINE_MODE
	3168: {Transient, CodeUnavailable, No, ScopeHost},          // ER_SERVER_ISNT_AVAILABLE
	4031: {Transient, CodeConnectionReset, No, ScopeItem},      // MySQL ER_CLIENT_INTERACTION_TIMEOUT: it was idle
	// Who is calling.
	1045: {Permission, CodeUnauthenticated, No, ScopeCredential}, // ER_ACCESS_DENIED_ERROR
	1698: {Permission, CodeUnauthenticated, No, ScopeCredential}, // ER_ACCESS_DENIED_NO_PASSWORD_ERROR
	1873: {Permission, CodeUnauthenticated, No, ScopeCredential}, // ER_ACCESS_DENIED_CHANGE_USER_ERROR
	1820: {Permission, CodeUnauthenticated, No, ScopeCredential}, // ER_MUST_CHANGE_PASSWORD
	1862: {Permission, CodeUnauthenticated, No, ScopeCredential}, // ER_MUST_CHANGE_PASSWORD_LOGIN
	1130: {Permission, CodeForbidden, No, ScopeCredential},       // ER_HOST_NOT_PRIVILEGED
	1131: {Permission, CodeForbidden, No, ScopeCredential},       // ER_PASSWORD_ANONYMOUS_USER
	1132: {Permission, CodeForbidden, No, ScopeCredential},       // ER_PASSWORD_NOT_ALLOWED
	1044: {Permission, CodeForbidden, No, ScopeTarget},           // ER_DBACCESS_DENIED_ERROR
	1095: {Permission, CodeForbidden, No, ScopeTarget},           // ER_KILL_DENIED_ERROR
	1142: {Permission, CodeForbidden, No, ScopeTarget},           // ER_TABLEACCESS_DENIED_ERROR
	1143: {Permission, CodeForbidden, No, ScopeTarget},           // ER_COLUMNACCESS_DENIED_ERROR
	1211: {Permission, CodeForbidden, No, ScopeTarget},           // ER_NO_PERMISSION_TO_CREATE_USER
	1227: {Permission, CodeForbidden, No, ScopeTarget},           // ER_SPECIFIC_ACCESS_DENIED_ERROR
	1370: {Permission, CodeForbidden, No, ScopeTarget},           // ER_PROCACCESS_DENIED_ERROR
	1410: {Permission, CodeForbidden, No, ScopeTarget},           // ER_CANT_CREATE_USER_WITH_GRANT
	1419: {Permission, CodeForbidden, No, ScopeTarget},           // ER_BINLOG_CREATE_ROUTINE_NEED_SUPER
	1961: {Permission, CodeForbidden, No, ScopeTarget},           // MariaDB ER_CANNOT_GRANT_ROLE
	3118: {Permission, CodeAccountLocked, No, ScopeCredential},   // ER_ACCOUNT_HAS_BEEN_LOCKED
	3955: {Permission, CodeAccountLocked, No, ScopeCredential},   // ER_USER_ACCESS_DENIED_FOR_USER_ACCOUNT_BLOCKED_BY_PASSWORD_LOCK
	3957: {Permission, CodeAccountLocked, No, ScopeCredential},   // its TEMPORARY sibling
	4151: {Permission, CodeAccountLocked, No, ScopeCredential},   // MariaDB ER_ACCOUNT_HAS_BEEN_LOCKED
	// What others wrote.
	1022: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_DUP_KEY
	1062: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_DUP_ENTRY
	1169: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_DUP_UNIQUE
	1557: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_FOREIGN_DUPLICATE_KEY
	1569: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_DUP_ENTRY_AUTOINCREMENT_CASE
	1586: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_DUP_ENTRY_WITH_KEY_NAME
	1761: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_FOREIGN_DUPLICATE_KEY_WITH_CHILD_INFO
	1762: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_FOREIGN_DUPLICATE_KEY_WITHOUT_CHILD_INFO
	1859: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_DUP_UNKNOWN_IN_INDEX
	1007: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_DB_CREATE_EXISTS
	1050: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_TABLE_EXISTS_ERROR
	1060: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_DUP_FIELDNAME
	1061: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_DUP_KEYNAME
	1086: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_FILE_EXISTS_ERROR
	1125: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_UDF_EXISTS
	1304: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_SP_ALREADY_EXISTS
	1359: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_TRG_ALREADY_EXISTS
	1440: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_XAER_DUPID
	1517: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_SAME_NAME_PARTITION
	1537: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_EVENT_ALREADY_EXISTS
	1826: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_DUP_CONSTRAINT_NAME
	1968: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // MariaDB ER_PLUGIN_INSTALLED
	1973: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // MariaDB ER_USER_CREATE_EXISTS
	1975: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // MariaDB ER_ROLE_CREATE_EXISTS
	3822: {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ER_CHECK_CONSTRAINT_DUP_NAME
	1217: {ResourceConflict, CodeStateConflict, No, ScopeTarget}, // ER_ROW_IS_REFERENCED
	1451: {ResourceConflict, CodeStateConflict, No, ScopeTarget}, // ER_ROW_IS_REFERENCED_2
	1701: {ResourceConflict, CodeStateConflict, No, ScopeTarget}, // ER_TRUNCATE_ILLEGAL_FK
	1829: {ResourceConflict, CodeStateConflict, No, ScopeTarget}, // ER_FK_COLUMN_CANNOT_DROP_CHILD
	1834: {ResourceConflict, CodeStateConflict, No, ScopeTarget}, // ER_FK_CANNOT_DELETE_PARENT
	3730: {ResourceConflict, CodeStateConflict, No, ScopeTarget}, // ER_FK_CANNOT_DROP_PARENT
	1216: {InputError, CodeValidationFailed, No, ScopeItem},      // ER_NO_REFERENCED_ROW
	1452: {InputError, CodeValidationFailed, No, ScopeItem},      // ER_NO_REFERENCED_ROW_2
	3819: {InputError, CodeValidationFailed, No, ScopeItem},      // ER_CHECK_CONSTRAINT_VIOLATED
	4025: {InputError, CodeValidationFailed, No, ScopeItem},      // MariaDB ER_CONSTRAINT_FAILED
	1369: {InputError, CodeValidationFailed, No, ScopeItem},      // ER_VIEW_CHECK_FAILED
	1748: {InputError, CodeValidationFailed, No, ScopeItem},      // ER_ROW_DOES_NOT_MATCH_GIVEN_PARTITION_SET
	// The values.
	1048: {InputError, CodeMissingField, No, ScopeItem},  // ER_BAD_NULL_ERROR
	1138: {InputError, CodeMissingField, No, ScopeItem},  // ER_INVALID_USE_OF_NULL
	1171: {InputError, CodeMissingField, No, ScopeItem},  // ER_PRIMARY_CANT_HAVE_NULL
	1364: {InputError, CodeMissingField, No, ScopeItem},  // ER_NO_DEFAULT_FOR_FIELD
	1263: {InputError, CodeMissingField, No, ScopeItem},  // ER_WARN_NULL_TO_NOTNULL
	1264: {InputError, CodeOutOfRange, No, ScopeItem},    // ER_WARN_DATA_OUT_OF_RANGE
	1406: {InputError, CodeOutOfRange, No, ScopeItem},    // ER_DATA_TOO_LONG
	1441: {InputError, CodeOutOfRange, No, ScopeItem},    // ER_DATETIME_FUNCTION_OVERFLOW
	1526: {InputError, CodeOutOfRange, No, ScopeItem},    // ER_NO_PARTITION_FOR_GIVEN_VALUE
	1591: {InputError, CodeOutOfRange, No, ScopeItem},    // its silent sibling
	1690: {InputError, CodeOutOfRange, No, ScopeItem},    // ER_DATA_OUT_OF_RANGE
	1426: {InputError, CodeOutOfRange, No, ScopeItem},    // ER_TOO_BIG_PRECISION
	1365: {InputError, CodeOutOfRange, No, ScopeItem},    // ER_DIVISION_BY_ZERO
	1367: {InputError, CodeOutOfRange, No, ScopeItem},    // ER_ILLEGAL_VALUE_FOR_TYPE
	1265: {InputError, CodeInvalidFormat, No, ScopeItem}, // WARN_DATA_TRUNCATED
	1292: {InputError, CodeInvalidFormat, No, ScopeItem}, // ER_TRUNCATED_WRONG_VALUE
	1300: {InputError, CodeInvalidFormat, No, ScopeItem}, // ER_INVALID_CHARACTER_STRING
	1366: {InputError, CodeInvalidFormat, No, ScopeItem}, // ER_TRUNCATED_WRONG_VALUE_FOR_FIELD
	1411: {InputError, CodeInvalidFormat, No, ScopeItem}, // ER_WRONG_VALUE_FOR_TYPE
	3854: {InputError, CodeInvalidFormat, No, ScopeItem}, // ER_CANNOT_CONVERT_STRING
	3988: {InputError, CodeInvalidFormat, No, ScopeItem}, // ER_IMPOSSIBLE_STRING_CONVERSION
	1525: {InputError, CodeInvalidFormat, No, ScopeItem}, // ER_WRONG_VALUE
	3140: {InputError, CodeInvalidFormat, No, ScopeItem}, // ER_INVALID_JSON_TEXT
	3141: {InputError, CodeInvalidFormat, No, ScopeItem}, // ER_INVALID_JSON_TEXT_IN_PARAM
	3143: {InputError, CodeInvalidFormat, No, ScopeItem}, // ER_INVALID_JSON_PATH
	3146: {InputError, CodeInvalidFormat, No, ScopeItem}, // ER_INVALID_TYPE_FOR_JSON
	4038: {InputError, CodeInvalidFormat, No, ScopeItem}, // MariaDB ER_JSON_SYNTAX
	4078: {InputError, CodeWrongType, No, ScopeItem},     // MariaDB ER_ILLEGAL_PARAMETER_DATA_TYPES2_FOR_OPERATION
	4079: {InputError, CodeWrongType, No, ScopeItem},     // its sibling for one
	1153: {InputError, CodeTooLarge, No, ScopeItem},      // ER_NET_PACKET_TOO_LARGE
	1162: {InputError, CodeTooLarge, No, ScopeItem},      // ER_TOO_LONG_STRING
	1301: {InputError, CodeTooLarge, No, ScopeItem},      // ER_WARN_ALLOWED_PACKET_OVERFLOWED
	1390: {InputError, CodeTooLarge, No, ScopeItem},      // ER_PS_MANY_PARAM
	1104: {InputError, CodeTooLarge, No, ScopeItem},      // ER_TOO_BIG_SELECT
	1059: {InputError, CodeTooLarge, No, ScopeItem},      // ER_TOO_LONG_IDENT
	1117: {InputError, CodeTooLarge, No, ScopeItem},      // ER_TOO_MANY_FIELDS
	1118: {InputError, CodeTooLarge, No, ScopeItem},      // ER_TOO_BIG_ROWSIZE
	1197: {InputError, CodeTooLarge, No, ScopeItem},      // ER_TRANS_CACHE_FULL
	1705: {InputError, CodeTooLarge, No, ScopeItem},      // ER_STMT_CACHE_FULL
	1709: {InputError, CodeTooLarge, No, ScopeItem},      // ER_INDEX_COLUMN_TOO_LONG
	1071: {InputError, CodeTooLarge, No, ScopeItem},      // ER_TOO_LONG_KEY
	// The statement.
	1064: {InputError, CodeInvalidFormat, No, ScopeItem},    // ER_PARSE_ERROR
	1149: {InputError, CodeInvalidFormat, No, ScopeItem},    // ER_SYNTAX_ERROR
	1139: {InputError, CodeInvalidFormat, No, ScopeItem},    // ER_REGEXP_ERROR
	3685: {InputError, CodeInvalidFormat, No, ScopeItem},    // ER_REGEXP_ILLEGAL_ARGUMENT
	3686: {InputError, CodeInvalidFormat, No, ScopeItem},    // ER_REGEXP_INDEX_OUTOFBOUNDS_ERROR
	3688: {InputError, CodeInvalidFormat, No, ScopeItem},    // ER_REGEXP_RULE_SYNTAX
	3690: {InputError, CodeInvalidFormat, No, ScopeItem},    // ER_REGEXP_UNIMPLEMENTED
	3692: {InputError, CodeInvalidFormat, No, ScopeItem},    // ER_REGEXP_MISMATCHED_PAREN
	3697: {InputError, CodeInvalidFormat, No, ScopeItem},    // ER_REGEXP_INVALID_RANGE
	1054: {InputError, CodeUnknownField, No, ScopeItem},     // ER_BAD_FIELD_ERROR
	1193: {InputError, CodeUnknownField, No, ScopeItem},     // ER_UNKNOWN_SYSTEM_VARIABLE
	1247: {InputError, CodeUnknownField, No, ScopeItem},     // ER_ILLEGAL_REFERENCE
	1008: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_DB_DROP_EXISTS
	1046: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_NO_DB_ERROR
	1049: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_BAD_DB_ERROR
	1051: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_BAD_TABLE_ERROR
	1052: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_NON_UNIQ_ERROR
	1055: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_FIELD_WITH_GROUP
	1056: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_GROUP_FIELD
	1057: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_SUM_SELECT
	1058: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_VALUE_COUNT
	1063: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_FIELD_SPEC
	1065: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_EMPTY_QUERY
	1066: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_NONUNIQ_TABLE
	1067: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_INVALID_DEFAULT
	1068: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_MULTIPLE_PRI_KEY
	1069: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_TOO_MANY_KEYS
	1070: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_TOO_MANY_KEY_PARTS
	1072: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_KEY_COLUMN_DOES_NOT_EXITS
	1073: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_BLOB_USED_AS_KEY
	1074: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_TOO_BIG_FIELDLENGTH
	1075: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_AUTO_KEY
	1090: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_CANT_REMOVE_ALL_FIELDS
	1091: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_CANT_DROP_FIELD_OR_KEY
	1093: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_UPDATE_TABLE_USED
	1102: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_DB_NAME
	1103: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_TABLE_NAME
	1106: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_UNKNOWN_PROCEDURE
	1107: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_PARAMCOUNT_TO_PROCEDURE
	1109: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_UNKNOWN_TABLE
	1110: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_FIELD_SPECIFIED_TWICE
	1111: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_INVALID_GROUP_FUNC_USE
	1112: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_UNSUPPORTED_EXTENSION
	1113: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_TABLE_MUST_HAVE_COLUMNS
	1115: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_UNKNOWN_CHARACTER_SET
	1133: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_PASSWORD_NO_MATCH
	1136: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_VALUE_COUNT_ON_ROW
	1140: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_MIX_OF_GROUP_FUNC_AND_FIELDS
	1141: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_NONEXISTING_GRANT
	1146: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_NO_SUCH_TABLE
	1147: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_NONEXISTING_TABLE_GRANT
	1166: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_COLUMN_NAME
	1170: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_BLOB_KEY_WITHOUT_LENGTH
	1175: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_UPDATE_WITHOUT_KEY_IN_SAFE_MODE
	1176: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_KEY_DOES_NOT_EXITS
	1191: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_FT_MATCHING_KEY_NOT_FOUND
	1210: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_ARGUMENTS
	1215: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_CANNOT_ADD_FOREIGN
	1221: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_USAGE
	1222: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_NUMBER_OF_COLUMNS_IN_SELECT
	1230: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_NO_DEFAULT
	1231: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_VALUE_FOR_VAR
	1232: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_TYPE_FOR_VAR
	1239: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_FK_DEF
	1241: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_OPERAND_COLUMNS
	1242: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_SUBQUERY_NO_1_ROW
	1243: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_UNKNOWN_STMT_HANDLER
	1246: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_AUTO_CONVERT
	1248: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_DERIVED_MUST_HAVE_ALIAS
	1250: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_TABLENAME_NOT_ALLOWED_HERE
	1253: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_COLLATION_CHARSET_MISMATCH
	1267: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_CANT_AGGREGATE_2COLLATIONS
	1270: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_CANT_AGGREGATE_3COLLATIONS
	1271: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_CANT_AGGREGATE_NCOLLATIONS
	1273: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_UNKNOWN_COLLATION
	1286: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_UNKNOWN_STORAGE_ENGINE
	1288: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_NON_UPDATABLE_TABLE
	1291: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_DUPLICATED_VALUE_IN_TYPE
	1298: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_UNKNOWN_TIME_ZONE
	1305: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_SP_DOES_NOT_EXIST
	1318: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_SP_WRONG_NO_OF_ARGS
	1327: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_SP_UNDECLARED_VAR
	1347: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_OBJECT
	1348: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_NONUPDATEABLE_COLUMN
	1360: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_TRG_DOES_NOT_EXIST
	1398: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_XAER_INVAL
	1416: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_CANT_CREATE_GEOMETRY_OBJECT
	1471: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_NON_INSERTABLE_TABLE
	1477: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_FOREIGN_SERVER_DOESNT_EXIST
	1507: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_DROP_PARTITION_NON_EXISTENT
	1539: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_EVENT_DOES_NOT_EXIST
	1582: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT
	1583: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_WRONG_PARAMETERS_TO_NATIVE_FCT
	1819: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_NOT_VALID_PASSWORD
	1822: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_FK_NO_INDEX_PARENT
	1824: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_FK_CANNOT_OPEN_PARENT
	1906: {InputError, CodeValidationFailed, No, ScopeItem}, // MariaDB ER_WARNING_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN
	1932: {InputError, CodeValidationFailed, No, ScopeItem}, // MariaDB ER_NO_SUCH_TABLE_IN_ENGINE
	1959: {InputError, CodeValidationFailed, No, ScopeItem}, // MariaDB ER_INVALID_ROLE
	1965: {InputError, CodeValidationFailed, No, ScopeItem}, // MariaDB ER_IT_IS_A_VIEW
	1976: {InputError, CodeValidationFailed, No, ScopeItem}, // MariaDB ER_ROLE_DROP_EXISTS
	3105: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN
	3152: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_JSON_USED_AS_KEY
	3162: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_UNKNOWN_AUTHID
	3734: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_FK_MISSING_COLUMN
	3780: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_FK_INCOMPATIBLE_COLUMNS
	3995: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_CHARACTER_SET_MISMATCH
	4091: {InputError, CodeValidationFailed, No, ScopeItem}, // MariaDB ER_UNKNOWN_SEQUENCES
	4092: {InputError, CodeValidationFailed, No, ScopeItem}, // MariaDB ER_UNKNOWN_VIEW
	4107: {InputError, CodeValidationFailed, No, ScopeItem}, // MariaDB ER_INVALID_VALUE_TO_LIMIT
	4161: {InputError, CodeValidationFailed, No, ScopeItem}, // MariaDB ER_UNKNOWN_DATA_TYPE
	4162: {InputError, CodeValidationFailed, No, ScopeItem}, // MariaDB ER_UNKNOWN_OPERATOR
	4140: {InputError, CodeValidationFailed, No, ScopeItem}, // MariaDB ER_UPDATED_COLUMN_ONLY_ONCE
	// The server cannot or may not.
	1148: {Fatal, CodeUnsupported, No, ScopeTool},           // ER_NOT_ALLOWED_COMMAND
	1235: {Fatal, CodeUnsupported, No, ScopeTool},           // ER_NOT_SUPPORTED_YET
	1236: {Fatal, CodeUnsupported, No, ScopeTool},           // ER_MASTER_FATAL_ERROR_READING_BINLOG
	1238: {Fatal, CodeUnsupported, No, ScopeTool},           // ER_INCORRECT_GLOBAL_LOCAL_VAR
	1289: {Fatal, CodeUnsupported, No, ScopeTool},           // ER_FEATURE_DISABLED
	1290: {Fatal, CodeUnsupported, No, ScopeTool},           // ER_OPTION_PREVENTS_STATEMENT: --read-only
	1422: {Fatal, CodeUnsupported, No, ScopeTool},           // ER_COMMIT_NOT_ALLOWED_IN_SF_OR_TRG
	1442: {Fatal, CodeUnsupported, No, ScopeTool},           // ER_CANT_UPDATE_USED_TABLE_IN_SF_OR_TRG
	1792: {Fatal, CodeUnsupported, No, ScopeTool},           // ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION
	1836: {Fatal, CodeUnsupported, No, ScopeTool},           // ER_READ_ONLY_MODE
	1845: {Fatal, CodeUnsupported, No, ScopeTool},           // ER_ALTER_OPERATION_NOT_SUPPORTED
	1846: {Fatal, CodeUnsupported, No, ScopeTool},           // its sibling with a reason
	1874: {Fatal, CodeUnsupported, No, ScopeTool},           // ER_INNODB_READ_ONLY
	3750: {Fatal, CodeUnsupported, No, ScopeTool},           // ER_TABLE_WITHOUT_PK
	3948: {Fatal, CodeUnsupported, No, ScopeTool},           // ER_CLIENT_LOCAL_FILES_DISABLED
	4166: {Fatal, CodeUnsupported, No, ScopeTool},           // MariaDB ER_LOAD_INFILE_CAPABILITY_DISABLED
	1094: {Fatal, CodeNotFound, No, ScopeTarget},            // ER_NO_SUCH_THREAD
	1329: {Fatal, CodeNotFound, No, ScopeTarget},            // ER_SP_FETCH_NO_DATA
	1397: {Fatal, CodeNotFound, No, ScopeTarget},            // ER_XAER_NOTA
	1643: {Fatal, CodeNotFound, No, ScopeTarget},            // ER_SIGNAL_NOT_FOUND
	1172: {Fatal, CodeUnknown, No, ScopeItem},               // ER_TOO_MANY_ROWS
	1339: {Fatal, CodeUnknown, No, ScopeItem},               // ER_SP_CASE_NOT_FOUND
	1399: {Fatal, CodeUnknown, No, ScopeItem},               // ER_XAER_RMFAIL
	1400: {Fatal, CodeUnknown, No, ScopeItem},               // ER_XAER_OUTSIDE
	1402: {Fatal, CodeUnknown, No, ScopeItem},               // ER_XA_RBROLLBACK
	1449: {Fatal, CodeUnknown, No, ScopeItem},               // ER_NO_SUCH_USER: a definer
	1568: {Fatal, CodeUnknown, No, ScopeItem},               // ER_CANT_CHANGE_TX_CHARACTERISTICS
	1644: {Fatal, CodeUnknown, No, ScopeItem},               // ER_SIGNAL_EXCEPTION
	1396: {InputError, CodeValidationFailed, No, ScopeItem}, // ER_CANNOT_USER
	// TiDB's own: its errno package.
	8002: {Transient, CodeSerializationFailure, No, ScopeTarget}, // ErrForUpdateCantRetry
	8022: {Transient, CodeSerializationFailure, No, ScopeTarget}, // ErrTxnRetryable
	8028: {Transient, CodeSerializationFailure, No, ScopeTarget}, // ErrInfoSchemaChanged
	9007: {Transient, CodeSerializationFailure, No, ScopeTarget}, // ErrWriteConflict
	9001: {Transient, CodeUnavailable, Answered, ScopeHost},      // ErrPDServerTimeout
	9002: {Transient, CodeUnavailable, Answered, ScopeHost},      // ErrTiKVServerTimeout
	9005: {Transient, CodeUnavailable, Answered, ScopeHost},      // ErrRegionUnavailable
	9003: {Transient, CodeOverloaded, Answered, ScopeHost},       // ErrTiKVServerBusy
	// The client library's: include/errmsg.h. What failed before the greeting sent nothing.
	2000: {Fatal, CodeUnknown, Unanswered, ScopeItem},             // CR_UNKNOWN_ERROR
	2008: {Fatal, CodeUnknown, Unanswered, ScopeItem},             // CR_OUT_OF_MEMORY
	2027: {Fatal, CodeUnknown, Unanswered, ScopeItem},             // CR_MALFORMED_PACKET
	2001: {Transient, CodeUnavailable, No, ScopeHost},             // CR_SOCKET_CREATE_ERROR
	2004: {Transient, CodeUnavailable, No, ScopeHost},             // CR_IPSOCK_ERROR
	2015: {Transient, CodeUnavailable, No, ScopeHost},             // CR_NAMEDPIPE_CONNECTION
	2016: {Transient, CodeUnavailable, No, ScopeHost},             // CR_NAMEDPIPEWAIT_ERROR
	2017: {Transient, CodeUnavailable, No, ScopeHost},             // CR_NAMEDPIPEOPEN_ERROR
	2018: {Transient, CodeUnavailable, No, ScopeHost},             // CR_NAMEDPIPESETSTATE_ERROR
	2002: {Transient, CodeConnectionRefused, No, ScopeHost},       // CR_CONNECTION_ERROR
	2003: {Transient, CodeConnectionRefused, No, ScopeHost},       // CR_CONN_HOST_ERROR
	2005: {Fatal, CodeDNSFailure, No, ScopeHost},                  // CR_UNKNOWN_HOST
	2006: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, // CR_SERVER_GONE_ERROR
	2013: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, // CR_SERVER_LOST
	2055: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, // CR_SERVER_LOST_EXTENDED
	2048: {Transient, CodeConnectionReset, Unanswered, ScopeHost}, // CR_INVALID_CONN_HANDLE
	2007: {Fatal, CodeUnsupported, No, ScopeHost},                 // CR_VERSION_ERROR
	2009: {Fatal, CodeUnsupported, No, ScopeHost},                 // CR_WRONG_HOST_INFO
	2019: {Fatal, CodeUnsupported, No, ScopeHost},                 // CR_CANT_READ_CHARSET
	2047: {Fatal, CodeUnsupported, No, ScopeHost},                 // CR_CONN_UNKNOW_PROTOCOL
	2049: {Fatal, CodeUnsupported, No, ScopeHost},                 // CR_SECURE_AUTH
	2054: {Fatal, CodeUnsupported, No, ScopeHost},                 // CR_NOT_IMPLEMENTED
	2059: {Fatal, CodeUnsupported, No, ScopeHost},                 // CR_AUTH_PLUGIN_CANNOT_LOAD
	2061: {Fatal, CodeUnsupported, No, ScopeHost},                 // CR_AUTH_PLUGIN_ERR
	2012: {Transient, CodeUnavailable, No, ScopeHost},             // CR_SERVER_HANDSHAKE_ERR
	2014: {Fatal, CodeStateConflict, No, ScopeItem},               // CR_COMMANDS_OUT_OF_SYNC
	2030: {Fatal, CodeStateConflict, No, ScopeItem},               // CR_NO_PREPARE_STMT
	2056: {Fatal, CodeStateConflict, No, ScopeItem},               // CR_STMT_CLOSED
	2058: {Fatal, CodeStateConflict, No, ScopeItem},               // CR_ALREADY_CONNECTED
	2020: {InputError, CodeTooLarge, Answered, ScopeItem},         // CR_NET_PACKET_TOO_LARGE: going out or coming in
	2026: {Fatal, CodeUnsupported, No, ScopeHost},                 // CR_SSL_CONNECTION_ERROR
	2031: {InputError, CodeValidationFailed, No, ScopeItem},       // CR_PARAMS_NOT_BOUND
	2034: {InputError, CodeValidationFailed, No, ScopeItem},       // CR_INVALID_PARAMETER_NO
	2035: {InputError, CodeValidationFailed, No, ScopeItem},       // CR_INVALID_BUFFER_USE
	2036: {InputError, CodeValidationFailed, No, ScopeItem},       // CR_UNSUPPORTED_PARAM_TYPE
	// CR_SHARED_MEMORY_….
	2037: {Transient, CodeUnavailable, No, ScopeHost},
	2038: {Transient, CodeUnavailable, No, ScopeHost},
	2039: {Transient, CodeUnavailable, No, ScopeHost},
	2040: {Transient, CodeUnavailable, No, ScopeHost},
	2041: {Transient, CodeUnavailable, No, ScopeHost},
	2042: {Transient, CodeUnavailable, No, ScopeHost},
	2043: {Transient, CodeUnavailable, No, ScopeHost},
	2044: {Transient, CodeUnavailable, No, ScopeHost},
	2045: {Transient, CodeUnavailable, No, ScopeHost},
	2046: {Transient, CodeUnavailable, No, ScopeHost},
}
