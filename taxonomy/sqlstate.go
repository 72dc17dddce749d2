package taxonomy

// sqlStates follows PostgreSQL's appendix A ("PostgreSQL Error Codes", release
// 18; src/backend/utils/errcodes.txt), with the states of ODBC and MySQL that it
// has not. What is not here has the row of its class.
//
//nolint:gochecknoglobals // a table, never written
var sqlStates = map[string]ruling{
	// 08: the connection. What failed before it was there sent nothing.
	"08001": {Transient, CodeUnavailable, No, ScopeHost},     // sqlclient_unable_to_establish_sqlconnection
	"08002": {Fatal, CodeStateConflict, No, ScopeItem},       // ODBC: connection name in use
	"08004": {Transient, CodeUnavailable, No, ScopeHost},     // sqlserver_rejected_establishment_of_sqlconnection
	"08007": {Transient, CodeUnknown, Unanswered, ScopeItem}, // transaction_resolution_unknown
	"08P01": {Fatal, CodeUnsupported, Answered, ScopeTool},   // protocol_violation
	// 0L, 0P: roles.
	"0LP01": {InputError, CodeValidationFailed, No, ScopeItem}, // invalid_grant_operation
	// 21, 22: the data.
	"21S01": {InputError, CodeValidationFailed, No, ScopeItem}, // insert value list does not match column list
	"22001": {InputError, CodeOutOfRange, No, ScopeItem},       // string_data_right_truncation
	"22002": {InputError, CodeMissingField, No, ScopeItem},     // null_value_no_indicator_parameter
	"22003": {InputError, CodeOutOfRange, No, ScopeItem},       // numeric_value_out_of_range
	"22004": {InputError, CodeMissingField, No, ScopeItem},     // null_value_not_allowed
	"22005": {InputError, CodeWrongType, No, ScopeItem},        // error_in_assignment
	"22007": {InputError, CodeInvalidFormat, No, ScopeItem},    // invalid_datetime_format
	"22008": {InputError, CodeOutOfRange, No, ScopeItem},       // datetime_field_overflow
	"22009": {InputError, CodeOutOfRange, No, ScopeItem},       // invalid_time_zone_displacement_value
	"2200G": {InputError, CodeWrongType, No, ScopeItem},        // most_specific_type_mismatch
	"2200H": {Fatal, CodeQuotaExhausted, No, ScopeTool},        // sequence_generator_limit_exceeded: the sequence has to be altered
	"2200L": {InputError, CodeInvalidFormat, No, ScopeItem},    // not_an_xml_document
	"2200M": {InputError, CodeInvalidFormat, No, ScopeItem},    // invalid_xml_document
	"2200N": {InputError, CodeInvalidFormat, No, ScopeItem},    // invalid_xml_content
	"22011": {InputError, CodeOutOfRange, No, ScopeItem},       // substring_error
	"22012": {InputError, CodeOutOfRange, No, ScopeItem},       // division_by_zero
	"22015": {InputError, CodeOutOfRange, No, ScopeItem},       // interval_field_overflow
	"22018": {InputError, CodeInvalidFormat, No, ScopeItem},    // invalid_character_value_for_cast
	"2201B": {InputError, CodeInvalidFormat, No, ScopeItem},    // invalid_regular_expression
	"2201E": {InputError, CodeOutOfRange, No, ScopeItem},       // invalid_argument_for_logarithm
	"2201F": {InputError, CodeOutOfRange, No, ScopeItem},       // invalid_argument_for_power_function
	"2201W": {InputError, CodeOutOfRange, No, ScopeItem},       // invalid_row_count_in_limit_clause
	"2201X": {InputError, CodeOutOfRange, No, ScopeItem},       // invalid_row_count_in_result_offset_clause
	"22021": {InputError, CodeInvalidFormat, No, ScopeItem},    // character_not_in_repertoire
	"22025": {InputError, CodeInvalidFormat, No, ScopeItem},    // invalid_escape_sequence
	"22026": {InputError, CodeOutOfRange, No, ScopeItem},       // string_data_length_mismatch
	"2202E": {InputError, CodeOutOfRange, No, ScopeItem},       // array_subscript_error
	"22030": {InputError, CodeInvalidFormat, No, ScopeItem},    // duplicate_json_object_key_value
	"22032": {InputError, CodeInvalidFormat, No, ScopeItem},    // invalid_json_text
	"22P01": {InputError, CodeOutOfRange, No, ScopeItem},       // floating_point_exception
	"22P02": {InputError, CodeInvalidFormat, No, ScopeItem},    // invalid_text_representation
	"22P03": {InputError, CodeInvalidFormat, No, ScopeItem},    // invalid_binary_representation
	"22P04": {InputError, CodeInvalidFormat, No, ScopeItem},    // bad_copy_file_format
	"22P05": {InputError, CodeInvalidFormat, No, ScopeItem},    // untranslatable_character
	// 23: constraints. What others wrote is the target's state.
	"23001": {ResourceConflict, CodeStateConflict, No, ScopeTarget}, // restrict_violation
	"23502": {InputError, CodeMissingField, No, ScopeItem},          // not_null_violation
	"23503": {InputError, CodeValidationFailed, No, ScopeItem},      // foreign_key_violation, of the side that refers
	"23505": {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // unique_violation
	"23514": {InputError, CodeValidationFailed, No, ScopeItem},      // check_violation
	"23P01": {ResourceConflict, CodeStateConflict, No, ScopeTarget}, // exclusion_violation
	// 25: the transaction. It is gone, or not the one for this; whoever began it has to begin again.
	"25006": {Fatal, CodeUnsupported, No, ScopeTool},   // read_only_sql_transaction: a replica, or a setting
	"25P02": {Fatal, CodeStateConflict, No, ScopeItem}, // in_failed_sql_transaction
	"25P03": {Fatal, CodeTimeout, No, ScopeItem},       // idle_in_transaction_session_timeout
	"25P04": {Fatal, CodeTimeout, No, ScopeItem},       // transaction_timeout
	// 28: who is calling.
	"28000": {Permission, CodeUnauthenticated, No, ScopeCredential}, // invalid_authorization_specification
	"28P01": {Permission, CodeUnauthenticated, No, ScopeCredential}, // invalid_password
	// 40: rolled back.
	"40001": {Transient, CodeSerializationFailure, No, ScopeTarget},  // serialization_failure
	"40002": {ResourceConflict, CodeStateConflict, No, ScopeTarget},  // transaction_integrity_constraint_violation
	"40003": {Transient, CodeConnectionReset, Unanswered, ScopeItem}, // statement_completion_unknown
	"40P01": {Transient, CodeDeadlock, No, ScopeTarget},              // deadlock_detected
	// 42: the statement.
	"42501": {Permission, CodeForbidden, No, ScopeTarget},           // insufficient_privilege
	"42601": {InputError, CodeInvalidFormat, No, ScopeItem},         // syntax_error
	"42622": {InputError, CodeTooLarge, No, ScopeItem},              // name_too_long
	"42701": {InputError, CodeValidationFailed, No, ScopeItem},      // duplicate_column, where a list names it twice
	"42703": {InputError, CodeUnknownField, No, ScopeItem},          // undefined_column
	"42710": {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // duplicate_object
	"42723": {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // duplicate_function
	"42804": {InputError, CodeWrongType, No, ScopeItem},             // datatype_mismatch
	"42846": {InputError, CodeWrongType, No, ScopeItem},             // cannot_coerce
	"42P03": {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // duplicate_cursor
	"42P04": {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // duplicate_database
	"42P05": {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // duplicate_prepared_statement
	"42P06": {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // duplicate_schema
	"42P07": {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // duplicate_table
	"42P18": {InputError, CodeWrongType, No, ScopeItem},             // indeterminate_datatype
	"42S01": {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ODBC: table exists
	"42S11": {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ODBC: index exists
	"42S21": {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // ODBC: column exists
	"42S22": {InputError, CodeUnknownField, No, ScopeItem},          // ODBC: column not found
	// 53, 54: too little, too much.
	"53100": {Fatal, CodeQuotaExhausted, No, ScopeHost},    // disk_full
	"53400": {Fatal, CodeQuotaExhausted, No, ScopeTool},    // configuration_limit_exceeded
	"54000": {InputError, CodeTooLarge, No, ScopeItem},     // program_limit_exceeded
	"55006": {ResourceConflict, CodeBusy, No, ScopeTarget}, // object_in_use
	"55P02": {Fatal, CodeUnsupported, No, ScopeTool},       // cant_change_runtime_param
	"55P03": {Transient, CodeLocked, No, ScopeTarget},      // lock_not_available
	"55P04": {Fatal, CodeStateConflict, No, ScopeItem},     // unsafe_new_enum_value_usage: commit first
	// 57: somebody stepped in.
	"57014": {Fatal, CodeCanceled, No, ScopeItem},                // query_canceled
	"57033": {Transient, CodeDeadlock, Answered, ScopeTarget},    // Db2: deadlock or timeout without automatic rollback
	"57P01": {Transient, CodeUnavailable, Answered, ScopeHost},   // admin_shutdown
	"57P02": {Transient, CodeUnavailable, Unanswered, ScopeHost}, // crash_shutdown
	"57P03": {Transient, CodeUnavailable, No, ScopeHost},         // cannot_connect_now
	"57P04": {Fatal, CodeNotFound, Answered, ScopeHost},          // database_dropped
	"57P05": {Transient, CodeConnectionReset, No, ScopeItem},     // idle_session_timeout: no statement was running
	// 58: the system below.
	"58P01": {InputError, CodeFileNotFound, No, ScopeItem},          // undefined_file
	"58P02": {ResourceConflict, CodeAlreadyExists, No, ScopeTarget}, // duplicate_file
	// 70: MySQL.
	"70100": {Fatal, CodeCanceled, Answered, ScopeItem}, // query interrupted
	// F0: the server's own files.
	"F0001": {Fatal, CodeBusy, No, ScopeHost}, // lock_file_exists
	// HV: another server behind this one.
	"HV001": {Transient, CodeOverloaded, Answered, ScopeHost},  // fdw_out_of_memory
	"HV004": {InputError, CodeWrongType, No, ScopeItem},        // fdw_invalid_data_type
	"HV005": {InputError, CodeUnknownField, No, ScopeItem},     // fdw_column_name_not_found
	"HV007": {InputError, CodeUnknownField, No, ScopeItem},     // fdw_invalid_column_name
	"HV00D": {InputError, CodeUnknownField, No, ScopeItem},     // fdw_invalid_option_name
	"HV00J": {InputError, CodeUnknownField, No, ScopeItem},     // fdw_option_name_not_found
	"HV00N": {Transient, CodeUnavailable, No, ScopeHost},       // fdw_unable_to_establish_connection
	"HV00Q": {InputError, CodeValidationFailed, No, ScopeItem}, // fdw_schema_not_found
	"HV00R": {InputError, CodeValidationFailed, No, ScopeItem}, // fdw_table_not_found
	"HV024": {InputError, CodeValidationFailed, No, ScopeItem}, // fdw_invalid_attribute_value
	// HY: ODBC's own.
	"HY001": {Transient, CodeOverloaded, Answered, ScopeHost},        // memory allocation error
	"HY008": {Fatal, CodeCanceled, Unanswered, ScopeItem},            // operation canceled
	"HY117": {Transient, CodeConnectionReset, Unanswered, ScopeHost}, // connection suspended, transaction state unknown
	"HYC00": {Fatal, CodeUnsupported, No, ScopeTool},                 // optional feature not implemented
	"HYT00": {Transient, CodeTimeout, Unanswered, ScopeItem},         // timeout expired
	"HYT01": {Transient, CodeTimeout, Unanswered, ScopeHost},         // connection timeout expired
	"IM002": {Fatal, CodeUnsupported, No, ScopeTool},                 // data source name not found
	// P0: PL/pgSQL.
	"P0002": {Fatal, CodeNotFound, No, ScopeTarget}, // no_data_found
	"XAE04": {Fatal, CodeNotFound, No, ScopeTarget}, // XA: unknown XID
	"XA102": {Transient, CodeDeadlock, No, ScopeTarget},
	"XA106": {Transient, CodeTimeout, No, ScopeTarget},
	"XAE07": {Fatal, CodeStateConflict, No, ScopeItem},
}

// sqlStateClasses are the first two characters: ISO/IEC 9075-2, section
// "SQLSTATE", and PostgreSQL's appendix A.
//
//nolint:gochecknoglobals // a table, never written
var sqlStateClasses = map[string]ruling{
	"01": {Fatal, CodeUnknown, Answered, ScopeItem},               // a warning: it was done
	"02": {Fatal, CodeNotFound, No, ScopeTarget},                  // no data
	"03": {Fatal, CodeUnknown, Answered, ScopeItem},               // statement not yet complete
	"07": {InputError, CodeValidationFailed, No, ScopeItem},       // dynamic SQL error
	"08": {Transient, CodeConnectionReset, Unanswered, ScopeHost}, // connection exception
	"09": {Fatal, CodeUnknown, No, ScopeItem},                     // triggered action exception
	"0A": {Fatal, CodeUnsupported, No, ScopeTool},                 // feature not supported
	"0B": {Fatal, CodeStateConflict, No, ScopeItem},               // invalid transaction initiation
	"0F": {InputError, CodeValidationFailed, No, ScopeItem},       // locator exception
	"0L": {Permission, CodeForbidden, No, ScopeTarget},            // invalid grantor
	"0P": {InputError, CodeValidationFailed, No, ScopeItem},       // invalid role specification
	"0Z": {Fatal, CodeUnknown, No, ScopeItem},                     // diagnostics exception
	"10": {InputError, CodeInvalidFormat, No, ScopeItem},          // XQuery error
	"20": {Fatal, CodeUnknown, No, ScopeItem},                     // case not found
	"21": {InputError, CodeValidationFailed, No, ScopeItem},       // cardinality violation
	"22": {InputError, CodeValidationFailed, No, ScopeItem},       // data exception
	"23": {ResourceConflict, CodeStateConflict, No, ScopeTarget},  // integrity constraint violation
	"24": {Fatal, CodeStateConflict, No, ScopeItem},               // invalid cursor state
	"25": {Fatal, CodeStateConflict, No, ScopeItem},               // invalid transaction state
	"26": {Fatal, CodeUnknown, No, ScopeItem},                     // invalid SQL statement name: the driver made the name
	"27": {Fatal, CodeStateConflict, No, ScopeItem},               // triggered data change violation
	"28": {Permission, CodeUnauthenticated, No, ScopeCredential},  // invalid authorization specification
	"2B": {ResourceConflict, CodeStateConflict, No, ScopeTarget},  // dependent objects still exist
	"2D": {Fatal, CodeStateConflict, No, ScopeItem},               // invalid transaction termination
	"2F": {Fatal, CodeUnsupported, No, ScopeTool},                 // SQL routine exception
	"34": {InputError, CodeValidationFailed, No, ScopeItem},       // invalid cursor name
	"38": {Fatal, CodeUnknown, Answered, ScopeTool},               // external routine exception
	"39": {Fatal, CodeUnknown, Answered, ScopeTool},               // external routine invocation exception
	"3B": {Fatal, CodeStateConflict, No, ScopeItem},               // savepoint exception
	"3D": {InputError, CodeValidationFailed, No, ScopeItem},       // invalid catalog name
	"3F": {InputError, CodeValidationFailed, No, ScopeItem},       // invalid schema name
	"40": {Transient, CodeSerializationFailure, No, ScopeTarget},  // transaction rollback
	"42": {InputError, CodeValidationFailed, No, ScopeItem},       // syntax error or access rule violation
	"44": {InputError, CodeValidationFailed, No, ScopeItem},       // with check option violation
	"45": {Fatal, CodeUnknown, No, ScopeItem},                     // unhandled user-defined exception: MySQL's SIGNAL
	"53": {Transient, CodeOverloaded, No, ScopeHost},              // insufficient resources
	"54": {InputError, CodeTooLarge, No, ScopeItem},               // program limit exceeded
	"55": {ResourceConflict, CodeStateConflict, No, ScopeTarget},  // object not in prerequisite state
	"57": {Fatal, CodeCanceled, Answered, ScopeHost},              // operator intervention
	"58": {Fatal, CodeServerError, Answered, ScopeHost},           // system error
	"72": {Transient, CodeSerializationFailure, No, ScopeTarget},  // snapshot too old
	"F0": {Fatal, CodeServerError, No, ScopeHost},                 // configuration file error
	"HV": {Fatal, CodeUnknown, Answered, ScopeHost},               // foreign data wrapper error
	"HY": {Fatal, CodeUnknown, Answered, ScopeItem},               // ODBC and MySQL: general error
	"IM": {Fatal, CodeUnsupported, No, ScopeTool},                 // ODBC: driver manager
	"P0": {Fatal, CodeUnknown, No, ScopeItem},                     // PL/pgSQL error
	"XA": {Fatal, CodeUnknown, Answered, ScopeItem},               // XA
	"XX": {Fatal, CodeServerError, Answered, ScopeHost},           // internal error
}

// atTheDoor are the states with which PostgreSQL refuses a connection, or ends
// one on which no statement is running: src/backend/utils/init/postinit.c,
// postmaster.c, libpq/auth.c and ProcessInterrupts in tcop/postgres.c. A
// conflict with recovery (40001) hits a reader on a standby.
//
//nolint:gochecknoglobals // a table, never written
var atTheDoor = map[string]bool{
	"08001": true, "08004": true, "08P01": true, "0A000": true, "22023": true, "25P03": true, "25P04": true, "28000": true, "28P01": true,
	"3D000": true, "40001": true, "42501": true, "42704": true, "53300": true, "53400": true, "57P03": true, "57P05": true,
}
