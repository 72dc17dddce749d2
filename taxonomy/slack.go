package taxonomy

// slackReasons are the words under "error" of Slack's {"ok":false,"error":…},
// as the reference of each method lists them (api.slack.com/methods). Slack
// answers 200 with them. It says of fatal_error and internal_error that some of
// the operation may have been done.
//
//nolint:gochecknoglobals // tables, never written
var (
	slackReasons = []reasonRow{
		{reason{Transient, CodeRateLimited, No, ScopeHost, false}, []string{"ratelimited", "rate_limited", "message_limit_exceeded"}},
		{reason{Transient, CodeServerError, Answered, ScopeHost, false}, []string{"internal_error"}},
		{reason{Transient, CodeUnavailable, Answered, ScopeHost, false}, []string{"service_unavailable", "team_added_to_org"}},
		{reason{Transient, CodeTimeout, Answered, ScopeItem, false}, []string{"request_timeout"}},
		{reason{Fatal, CodeUnknown, Answered, ScopeItem, false}, []string{"fatal_error"}},
		{reason{Permission, CodeUnauthenticated, No, ScopeCredential, false}, []string{"not_authed", "invalid_auth", "token_revoked", "token_expired", "two_factor_setup_required"}},
		{reason{Permission, CodeAccountLocked, No, ScopeCredential, false}, []string{"account_inactive"}},
		{reason{Permission, CodeForbidden, No, ScopeCredential, false}, []string{
			"missing_scope", "no_permission", "not_allowed_token_type", "restricted_action", "restricted_action_read_only_channel", "restricted_action_thread_only_channel", "restricted_action_non_threadable_channel", "restricted_action_thread_locked",
			"access_denied", "ekm_access_denied", "enterprise_is_restricted", "team_access_not_granted", "org_login_required", "user_is_bot", "user_is_restricted", "user_is_ultra_restricted", "not_in_channel", "cant_update_message", "cant_delete_message", "cant_invite", "cant_kick_from_general", "cant_post_message", "not_allowed", "no_team_permission", "accesslimited", "edit_window_closed_by_admin", "not_admin", "method_not_supported_for_channel_type_by_role",
		}},
		{reason{InputError, CodeValidationFailed, No, ScopeItem, false}, []string{
			"channel_not_found", "user_not_found", "users_not_found", "team_not_found", "invalid_channel", "invalid_arguments", "invalid_arg_name", "invalid_array_arg", "invalid_blocks", "invalid_blocks_format", "invalid_attachments", "invalid_charset", "invalid_form_data", "invalid_post_type", "invalid_json", "invalid_name", "invalid_name_specials", "invalid_name_punctuation", "invalid_metadata_format", "invalid_cursor", "invalid_limit", "invalid_ts_latest", "invalid_ts_oldest", "invalid_timestamp", "invalid_time", "time_in_past", "time_too_far", "invalid_users", "bad_timestamp", "attachment_payload_limit_exceeded", "bad_image", "json_not_object", "duplicate_channel_not_found", "cannot_reply_to_message", "as_user_not_supported", "markdown_text_conflict", "no_user", "no_channel", "invalid_emoji", "unknown_type", "invalid_types",
			"method_not_supported_for_channel_type", "slack_connect_canvas_sharing_blocked",
		}},
		{reason{InputError, CodeMissingField, No, ScopeItem, false}, []string{"no_text", "missing_argument", "missing_post_type", "missing_file_data", "invalid_name_required", "no_users", "no_file_data", "no_item_specified", "no_reaction"}},
		{reason{InputError, CodeTooLarge, No, ScopeItem, false}, []string{"msg_too_long", "msg_blocks_too_long", "too_many_attachments", "too_many_contact_cards", "too_many_users", "invalid_name_maxlength", "metadata_too_large", "restricted_too_many", "too_many_members", "file_upload_size_restricted"}},
		{reason{ResourceConflict, CodeAlreadyExists, No, ScopeTarget, false}, []string{"name_taken", "already_reacted", "already_pinned", "already_starred", "already_invited", "already_in_team"}},
		{reason{ResourceConflict, CodeStateConflict, No, ScopeTarget, false}, []string{
			"is_archived", "already_archived", "not_archived", "already_in_channel", "cant_invite_self", "cant_archive_general", "edit_window_closed", "is_inactive", "already_closed", "messages_tab_disabled", "user_disabled", "not_pinned", "not_starred", "duplicate_message_not_allowed", "channel_is_limited_access", "last_member", "not_reactable", "too_many_reactions", "too_many_emoji",
		}},
		{reason{Fatal, CodeNotFound, No, ScopeTarget, false}, []string{"message_not_found", "thread_not_found", "file_not_found", "file_deleted", "invalid_scheduled_message_id", "no_such_subteam", "not_found", "trigger_expired", "trigger_exchanged", "view_not_found", "bot_not_found", "reminder_not_found", "schedule_not_found"}},
		{reason{Fatal, CodeUnsupported, No, ScopeTool, false}, []string{"deprecated_endpoint", "method_deprecated", "unknown_method", "not_implemented", "feature_not_enabled"}},
		{reason{Fatal, CodeQuotaExhausted, No, ScopeCredential, false}, []string{"paid_only", "paid_teams_only", "storage_limit_reached", "plan_upgrade_required", "over_limit"}},
	}
	slackIndex = indexOf(slackReasons)
)
