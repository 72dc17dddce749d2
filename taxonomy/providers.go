package taxonomy

import "slices"

// providerReasons are words that mean one thing whoever says them, and more
// than the status that they come with. They are those of
//
//   - OpenAI (platform.openai.com, guides/error-codes), Anthropic
//     (docs.anthropic.com, api/errors), Gemini (ai.google.dev, troubleshooting),
//     Azure OpenAI, Mistral, Groq, DashScope (help.aliyun.com, model-studio error
//     codes), Moonshot, Ark (volcengine.com), Hunyuan and Tencent Cloud's common
//     codes, StepFun, one-api;
//   - Google's APIs (domain "global" and "usageLimits"; google/api/error_reason.proto),
//     Microsoft Graph (resources/errors), Salesforce (REST status codes),
//     Elasticsearch's exceptions, Shopify, GitHub, Notion, Hasura, Docker's
//     registry, OAuth (RFC 6749, 6750, 8628), ACME (RFC 8555);
//   - AWS (common errors), where they come as plain HTTP.
//
//nolint:gochecknoglobals // tables, never written
var (
	providerReasons = []reasonRow{
		{reason{Transient, CodeRateLimited, No, ScopeHost, false}, []string{
			"rate_limit_exceeded", "rate_limit_error", "rate_limited", "rate_limit", "rate_limit_reached", "rate_limit_reached_error", "api_rate_limit",
			"too_many_requests", "userRateLimitExceeded", "sharingRateLimitExceeded", "rateLimitExceededUnreg", "RATE_LIMIT_EXCEEDED",
			"throttling", "throttled", "throttle", "RequestThrottled", "RequestLimitExceeded", "ProvisionedThroughputExceeded", "TransactionInProgressThrottled", "BandwidthLimitExceeded",
			"SlowDown", "slow_down", "activityLimitReached", "ApplicationThrottled", "ErrorServerBusyThrottled", "limit_requests", "limit_burst_rate", "limit_tokens",
			"requests_limit_reached", "concurrency_limit_exceeded", "ConcurrentRequestLimitExceeded", "TooManyConcurrentRequests", "flow_control", "EnhanceYourCalm",
			"local_rate_limited", "ModelAccountTpmRateLimitExceeded", "ModelAccountRpmRateLimitExceeded", "EndpointRPMExceeded", "EndpointTPMExceeded",
		}},
		{reason{Fatal, CodeQuotaExhausted, No, ScopeCredential, false}, []string{
			"insufficient_quota", "insufficient_user_quota", "billing_hard_limit_reached", "billing_not_active", "billing_error", "billing_limit", "billing_limit_reached", "BILLING_DISABLED",
			"exceeded_current_quota", "exceeded_current_quota_error", "insufficient_balance", "insufficient_credits", "insufficient_funds_in_account", "out_of_credits", "out_of_credit", "credit_balance_too_low", "payment_required",
			"Arrearage", "PrepaidBillOverdue", "PostpaidBillOverdue", "AccountOverdue", "overdue_payment", "quota_exceeded", "QuotaExceeded", "quota_exhausted", "ServiceQuotaExceeded", "quotaLimitReached",
			"dailyLimitExceeded", "dailyLimitExceededUnreg", "daily_limit_exceeded", "monthly_limit_exceeded", "storageQuotaExceeded", "teamDriveFileLimitExceeded", "usage_limit_reached", "usage_limit_exceeded", "plan_limit_exceeded", "plan_limit_reached", "spend_limit_exceeded", "spending_limit_reached",
			"AllocationQuota.FreeTierOnly", "FreeTierOnly", "FreeQuotaExhausted", "SetLimitExceeded", "ResourcePackExhausted", "FreeResourcePackExhausted", "ServiceStopUnpaid", "ChargeResourceExhaust", "InsufficientBalance", "LimitExceeded",
			"REQUEST_LIMIT_EXCEEDED", "STORAGE_LIMIT_EXCEEDED", "DATA_STORAGE_LIMIT_EXCEEDED", "free_time_limit_reached", "user_storage_quota_exceeded", "balance_insufficient",
		}},
		{reason{Transient, CodeOverloaded, Answered, ScopeHost, false}, []string{
			"engine_overloaded", "engine_overloaded_error", "overloaded", "overloaded_error", "ServerOverloaded", "model_overloaded", "service_tier_capacity_exceeded", "capacity_exceeded",
			"server_busy", "system_busy", "es_rejected_execution", "es_rejected_execution_exception", "circuit_breaking", "circuit_breaking_exception",
		}},
		{reason{Transient, CodeUnavailable, Answered, ScopeHost, false}, []string{
			"ModelNotReady", "model_loading", "SERVER_UNAVAILABLE", "ModelServiceUnavailable", "backendError",
		}},
		{reason{Transient, CodeLocked, No, ScopeTarget, false}, []string{"UNABLE_TO_LOCK_ROW", "lock_timeout"}},
		{reason{Permission, CodeUnauthenticated, No, ScopeCredential, false}, []string{
			"invalid_api_key", "incorrect_api_key", "API_KEY_INVALID", "keyInvalid", "keyExpired", "api_key_expired", "invalid_authentication", "invalid_authentication_error", "InvalidApiKey", "authentication_error",
			"invalid_token", "token_expired", "token_revoked", "expired_token", "ExpiredToken", "InvalidToken", "InvalidAuthenticationToken", "InvalidClientTokenId", "UnrecognizedClient", "SignatureDoesNotMatch", "InvalidSignature", "IncompleteSignature",
			"AuthFailure", "AuthenticationFailed", "authentication_failed", "INVALID_SESSION_ID", "INVALID_LOGIN", "INVALID_AUTH_HEADER", "invalid_jwt", "invalid_grant", "invalid_client", "MissingAuthenticationToken", "InvalidAccessKeyId", "InvalidAccessKeyId.NotFound",
			"ACCESS_TOKEN_EXPIRED", "ACCESS_TOKEN_TYPE_UNSUPPORTED", "CREDENTIALS_MISSING", "authError", "not_authenticated", "unauthenticated_error", "invalid_credentials", "RequestExpired", "RequestTimeTooSkewed",
		}},
		{reason{Permission, CodeAccountLocked, No, ScopeCredential, false}, []string{
			"account_deactivated", "user_deactivated", "account_suspended", "account_disabled", "AccountDisabled", "CONSUMER_SUSPENDED", "USER_DISABLED", "account_closed",
		}},
		{reason{Permission, CodeForbidden, No, ScopeTarget, false}, []string{
			"permission_error", "permission_denied", "insufficient_permissions", "insufficientPermissions", "insufficientFilePermissions", "insufficientParentPermissions", "appNotAuthorizedToFile", "domainPolicy", "accessNotConfigured", "SERVICE_DISABLED",
			"AccessDenied", "Authorization_RequestDenied", "ErrorAccessDenied", "ACCESS_TOKEN_SCOPE_INSUFFICIENT", "insufficient_scope", "unsupported_country_region_territory", "request_forbidden", "ip_not_authorized", "UnauthorizedOperation",
			"INSUFFICIENT_ACCESS", "INSUFFICIENT_ACCESS_OR_READONLY", "INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY", "API_DISABLED_FOR_ORG", "API_CURRENTLY_DISABLED", "API_KEY_SERVICE_BLOCKED", "API_KEY_HTTP_REFERRER_BLOCKED", "API_KEY_IP_ADDRESS_BLOCKED", "USER_PROJECT_DENIED", "restricted_resource", "unauthorized_client",
			"not_authorized_for_model", "model_access_denied", "operation_not_permitted",
		}},
		{reason{InputError, CodeTooLarge, No, ScopeItem, false}, []string{
			"context_length_exceeded", "context_window_exceeded", "request_too_large", "string_above_max_length", "tokens_limit_reached", "max_tokens_exceeded", "EntityTooLarge", "payload_too_large", "MAX_COST_EXCEEDED", "MAX_QUERY_COST_EXCEEDED", "STRING_TOO_LONG", "MAX_NODE_LIMIT_EXCEEDED",
		}},
		{reason{InputError, CodeValidationFailed, No, ScopeItem, false}, []string{
			"content_policy_violation", "content_filter", "content_moderation", "content_blocked", "ResponsibleAIPolicyViolation", "DataInspectionFailed", "data_inspection_failed", "SensitiveContentDetected", "InputTextSensitiveContentDetected", "InputImageSensitiveContentDetected", "censorship_blocked", "moderation_blocked", "invalid_prompt", "prompt_blocked",
			"model_not_found", "ModelNotFound", "DeploymentNotFound", "InvalidEndpointOrModel", "invalid_model", "unknown_model", "UnsupportedModel", "tool_use_failed", "invalid_function_parameters",
			"NoSuchBucket", "index_not_found", "index_not_found_exception", "INVALID_CROSS_REFERENCE_KEY", "INVALID_TYPE", "PERSISTED_QUERY_NOT_FOUND", "PersistedQueryNotFound",
		}},
		{reason{InputError, CodeUnknownField, No, ScopeItem, false}, []string{"unsupported_parameter", "unknown_parameter", "parameter_unknown", "INVALID_FIELD", "INVALID_FIELD_FOR_INSERT_UPDATE", "unknown_field", "UnknownParameter"}},
		{reason{InputError, CodeMissingField, No, ScopeItem, false}, []string{"parameter_missing", "missing_required_parameter", "REQUIRED_FIELD_MISSING", "MissingParameter", "MissingRequiredParameter", "missing_field"}},
		{reason{InputError, CodeWrongType, No, ScopeItem, false}, []string{"invalid_type"}},
		{reason{InputError, CodeInvalidFormat, No, ScopeItem, false}, []string{"MALFORMED_ID", "MALFORMED_QUERY", "JSON_PARSER_ERROR", "INVALID_EMAIL_ADDRESS", "email_invalid", "url_invalid", "invalid_json", "GRAPHQL_PARSE_FAILED"}},
		{reason{InputError, CodeOutOfRange, No, ScopeItem, false}, []string{"NUMBER_OUTSIDE_VALID_RANGE", "integer_below_min_value", "integer_above_max_value", "array_above_max_length"}},
		{reason{ResourceConflict, CodeAlreadyExists, No, ScopeTarget, false}, []string{
			"already_exists", "resource_already_exists", "resource_already_exists_exception", "DUPLICATE_VALUE", "DUPLICATES_DETECTED", "DUPLICATE_EXTERNAL_ID", "nameAlreadyExists", "ErrorFolderExists", "EntityAlreadyExists", "BucketAlreadyExists", "BucketAlreadyOwnedByYou", "constraint_violation", "DuplicateKey", "name_already_taken",
		}},
		{reason{ResourceConflict, CodeVersionConflict, No, ScopeTarget, false}, []string{"version_conflict_engine_exception", "conditionNotMet", "ConditionalCheckFailed", "PreconditionFailed", "ErrorIrresolvableConflict", "etag_mismatch", "resourceModified"}},
		{reason{ResourceConflict, CodeLocked, No, ScopeTarget, false}, []string{"resourceLocked", "resourceCheckedOut", "ENTITY_IS_LOCKED", "notAllowedLocked"}},
		{reason{ResourceConflict, CodeBusy, No, ScopeTarget, false}, []string{"ResourceInUse"}},
		{reason{ResourceConflict, CodeStateConflict, No, ScopeTarget, false}, []string{"FAILED_PRECONDITION", "BucketNotEmpty", "DELETE_FAILED", "IncorrectState", "IncorrectInstanceState", "conflict_error"}},
		{reason{Fatal, CodeNotFound, No, ScopeTarget, false}, []string{"ENTITY_IS_DELETED"}},
	}

	// generalReasons are words whose meaning a status gives as well, or better.
	// They are asked where there is none: in a GraphQL answer, in an envelope.
	generalReasons = []reasonRow{
		{reason{Transient, CodeServerError, Answered, ScopeHost, false}, []string{
			"server_error", "internal_error", "internal_server_error", "InternalFailure", "api_error", "generalException", "DOWNSTREAM_SERVICE_ERROR", "INTERNAL", "DataFetchingException", "SERVER_ERROR", "unexpected",
		}},
		{reason{Transient, CodeUnavailable, Answered, ScopeHost, false}, []string{"service_unavailable", "unavailable", "ServiceUnavailable", "temporarily_unavailable", "maintenance", "TemporarilyUnavailable"}},
		{reason{Transient, CodeTimeout, Unanswered, ScopeHost, false}, []string{"timeout", "timeout_error", "request_timeout", "RequestTimeOut", "deadline_exceeded", "gateway_timeout", "Sandbox.Timedout"}},
		{reason{Transient, CodeRateLimited, No, ScopeHost, false}, []string{"ratelimited", "TooManyRequests"}},
		{reason{Transient, CodeUnavailable, No, ScopeItem, false}, []string{"authorization_pending"}}, // RFC 8628 section 3.5: ask again
		{reason{Permission, CodeUnauthenticated, No, ScopeCredential, false}, []string{"unauthenticated", "unauthorized", "login_required", "session_expired", "not_logged_in"}},
		{reason{Permission, CodeForbidden, No, ScopeTarget, false}, []string{"forbidden", "access_denied", "not_authorized", "permission_required", "REQUEST_DENIED", "A0301", "validation_denied"}},
		{reason{InputError, CodeValidationFailed, No, ScopeItem, false}, []string{
			"BAD_USER_INPUT", "GRAPHQL_VALIDATION_FAILED", "validation_failed", "validation_error", "invalid_argument", "invalid_arguments", "invalid_request", "bad_request", "InvalidParameter", "InvalidParameterValue", "InvalidParameterCombination", "InvalidInput", "parse_failed", "document_parsing_exception", "mapper_parsing_exception", "OPERATION_RESOLUTION_FAILURE", "illegal_argument_exception", "x_content_parse_exception",
			"INVALID_MULTIPLE_CHOICE_OPTIONS", "invalid_request_error", "unprocessable_entity",
		}},
		{reason{Fatal, CodeNotFound, No, ScopeTarget, false}, []string{"not_found", "object_not_found", "resource_not_found", "not_found_error", "itemNotFound", "ErrorItemNotFound", "no_such_key", "resource_missing"}},
		{reason{ResourceConflict, CodeStateConflict, No, ScopeTarget, false}, []string{"conflict", "invalid_state"}},
		{reason{ResourceConflict, CodeLocked, No, ScopeTarget, false}, []string{"locked"}},
		{reason{ResourceConflict, CodeAlreadyExists, No, ScopeTarget, false}, []string{"exists", "duplicate"}},
		{reason{Fatal, CodeUnsupported, No, ScopeTool, false}, []string{"not_implemented", "method_not_allowed", "unsupported_operation"}},
	}

	providerIndex = indexOf(slices.Concat(stripeReasons, providerReasons))
	generalIndex  = indexOf(generalReasons)
)

// endings are how services name a failure of a thing of theirs: ORDER_LOCKED.
//
//nolint:gochecknoglobals // a table, never written
var endings = []struct {
	ending string
	reason reason
}{
	{"locked", reason{ResourceConflict, CodeLocked, No, ScopeTarget, false}},
	{"notfound", reason{Fatal, CodeNotFound, No, ScopeTarget, false}},
	{"doesnotexist", reason{Fatal, CodeNotFound, No, ScopeTarget, false}},
	{"alreadyexists", reason{ResourceConflict, CodeAlreadyExists, No, ScopeTarget, false}},
	{"versionconflict", reason{ResourceConflict, CodeVersionConflict, No, ScopeTarget, false}},
	{"versionmismatch", reason{ResourceConflict, CodeVersionConflict, No, ScopeTarget, false}},
	{"inuse", reason{ResourceConflict, CodeBusy, No, ScopeTarget, false}},
	{"hasclose", reason{ResourceConflict, CodeStateConflict, No, ScopeTarget, false}}, // Alipay: ACQ.TRADE_HAS_CLOSE
	{"hassuccess", reason{ResourceConflict, CodeStateConflict, No, ScopeTarget, false}},
	{"hasfinished", reason{ResourceConflict, CodeStateConflict, No, ScopeTarget, false}},
	{"quotaexceeded", reason{Fatal, CodeQuotaExhausted, No, ScopeCredential, false}},
	{"ratelimitexceeded", reason{Transient, CodeRateLimited, No, ScopeHost, false}},
	{"permissiondenied", reason{Permission, CodeForbidden, No, ScopeTarget, false}},
	{"toolarge", reason{InputError, CodeTooLarge, No, ScopeItem, false}},
	{"isrequired", reason{InputError, CodeMissingField, No, ScopeItem, false}},
}

// byEnding judges a word that no table has.
func byEnding(words []string) *reason {
	for _, w := range words {
		if len(w) > maxReason {
			continue
		}
		folded := fold(w)
		for _, short := range []string{"exception", "error"} {
			folded = trimEnding(folded, short)
		}
		for i := range endings {
			if len(folded) > len(endings[i].ending) && trimEnding(folded, endings[i].ending) != folded {
				return &endings[i].reason
			}
		}
	}
	return nil
}

func trimEnding(s, ending string) string {
	if len(s) > len(ending) && s[len(s)-len(ending):] == ending {
		return s[:len(s)-len(ending)]
	}
	return s
}
