package taxonomy

// modelErrors are clients of model services, by the names of their types and
// fields in their sources. What their reasons mean stands in providerReasons.
//
//nolint:gochecknoglobals // tables, never written
var (
	modelErrors = []apiError{
		// sashabaranov/go-openai, error.go; volcengine's Ark took it over.
		{types: []string{
			"github.com/sashabaranov/go-openai.APIError", "github.com/volcengine/volcengine-go-sdk/service/arkruntime/model.APIError",
		}, status: "HTTPStatusCode", code: "Code", kind: "Type", message: "Message", param: "Param", body: "-"},
		{types: []string{
			"github.com/sashabaranov/go-openai.RequestError", "github.com/volcengine/volcengine-go-sdk/service/arkruntime/model.RequestError",
		}, status: "HTTPStatusCode", body: "Body"},
		// openai/openai-go, anthropics/anthropic-sdk-go and others that are
		// generated as they are: internal/apierror/apierror.go. What was answered is
		// kept by RawJSON.
		{types: []string{
			"github.com/openai/openai-go/internal/apierror.Error", "github.com/anthropics/anthropic-sdk-go/internal/apierror.Error", "github.com/cloudflare/cloudflare-go/internal/apierror.Error",
		}, status: "StatusCode", response: "Response", code: "Code", kind: "Type", message: "Message", param: "Param"},
		// google.golang.org/genai, api_client.go
		{types: []string{"google.golang.org/genai.APIError"}, status: "Code", kind: "Status", message: "Message", body: "-"},
		// ollama, api/types.go
		{types: []string{"github.com/ollama/ollama/api.StatusError"}, status: "StatusCode", message: "ErrorMessage", body: "-"},
		// cohere-go, core/api_error.go
		{types: []string{"github.com/cohere-ai/cohere-go/core.APIError"}, status: "StatusCode", header: "Header", body: "-"},
	}
	modelLifters = liftersOf(modelErrors)
)
