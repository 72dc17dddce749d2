module github.com/batchagent/batchagent/bench

go 1.26.0

require github.com/batchagent/batchagent v0.0.0

require (
	github.com/bits-and-blooms/bitset v1.24.4 // indirect
	github.com/cenkalti/backoff/v4 v4.3.0 // indirect
	github.com/failsafe-go/failsafe-go v0.9.8
	github.com/google/jsonschema-go v0.4.3 // indirect
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // indirect
	github.com/sony/gobreaker/v2 v2.4.0 // indirect
	golang.org/x/text v0.17.0 // indirect
)

replace github.com/batchagent/batchagent => ../
