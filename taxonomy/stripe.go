package taxonomy

// stripeReasons are codes and decline codes of Stripe (docs.stripe.com, error
// codes and declines/codes). A declined card needs another payment, which is no
// argument that may be guessed: the 402 stands. Declines that the list says to
// attempt again are TRANSIENT; the card was not charged.
//
//nolint:gochecknoglobals // a table, never written
var stripeReasons = []reasonRow{
	{reason{Transient, CodeUnavailable, No, ScopeItem, false}, []string{"processing_error", "issuer_not_available", "try_again_later", "reenter_transaction"}},
	{reason{Transient, CodeLocked, No, ScopeTarget, false}, []string{"lock_timeout"}},
	{reason{Transient, CodeBusy, Unanswered, ScopeItem, true}, []string{"idempotency_key_in_use"}}, // the first request is still at work
	{reason{InputError, CodeValidationFailed, No, ScopeItem, false}, []string{
		"incorrect_number", "invalid_number", "incorrect_cvc", "invalid_cvc", "incorrect_zip", "incorrect_address", "invalid_expiry_month", "invalid_expiry_year", "invalid_characters", "invalid_charge_amount", "parameter_invalid_empty",
		"parameters_exclusive", "country_unsupported", "invalid_account", "bank_account_unusable", "token_already_used", "postal_code_invalid",
	}},
	{reason{InputError, CodeOutOfRange, No, ScopeItem, false}, []string{"amount_too_small", "amount_too_large"}},
	{reason{InputError, CodeWrongType, No, ScopeItem, false}, []string{"parameter_invalid_integer"}},
	{reason{InputError, CodeInvalidFormat, No, ScopeItem, false}, []string{"parameter_invalid_string_blank", "parameter_invalid_string_empty", "tax_id_invalid", "phone_number_invalid"}},
	{reason{ResourceConflict, CodeStateConflict, No, ScopeTarget, false}, []string{
		"charge_already_refunded", "charge_already_captured", "charge_disputed", "charge_expired_for_capture", "charge_not_refundable", "payment_intent_unexpected_state", "setup_intent_unexpected_state", "invoice_not_editable", "invoice_no_customer_line_items",
		"payment_method_not_available", "transfer_reversal_exceeds_amount", "order_status_transition_invalid", "subscription_canceled", "refund_disputed_payment", "payouts_not_allowed",
	}},
	{reason{ResourceConflict, CodeAlreadyExists, No, ScopeTarget, false}, []string{"bank_account_exists", "resource_already_exists", "shipping_calculation_exists", "coupon_exists"}},
	{reason{Fatal, CodeQuotaExhausted, No, ScopeCredential, false}, []string{"insufficient_balance"}},
	{reason{Permission, CodeForbidden, No, ScopeCredential, false}, []string{"secret_key_required", "testmode_charges_only", "livemode_mismatch", "platform_api_key_expired", "account_country_invalid_address", "more_permissions_required"}},
}

// stripeLifters read stripe-go's Error (error.go); its headers are those of
// LastResponse, promoted from APIResource.
//
//nolint:gochecknoglobals // a table, never written
var stripeLifters = liftersOf([]apiError{{
	types: []string{"github.com/stripe/stripe-go.Error"}, status: "HTTPStatusCode", response: "LastResponse",
	code: "Code", kind: "Type", decline: "DeclineCode", message: "Msg", param: "Param", body: "-",
}})
