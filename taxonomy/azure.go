package taxonomy

import (
	"net/http"
	"reflect"
	"strings"
	"time"
)

// azureCodes are the error codes of Azure's services, in cloudName's spelling:
// Azure Resource Manager ("Troubleshoot common Azure deployment errors"), Azure
// Storage ("Common REST API error codes" and those of Blob, Queue, Table and
// File), Cosmos DB ("HTTP status codes for Azure Cosmos DB") and Key Vault.
// Names that cloudRow reads right are left out.
//
//nolint:gochecknoglobals // a table, never written
var azureCodes = map[string]ruling{
	// Resource Manager.
	"linkedauthorizationfailed": rowForbidden, "requestdisallowedbypolicy": rowForbidden, "requestdisallowedbyazure": rowForbidden,
	"accountisdisabled": rowAccount, "readonlydisabledsubscription": rowAccount, "disabledsubscription": rowAccount, "subscriptiondisabled": rowAccount,
	"missingsubscriptionregistration": rowUnsupported, "subscriptionnotregistered": rowUnsupported, "noregisteredproviderfound": rowUnsupported,
	"subscriptionnotfound": rowNotSubscribed, "resourcegroupnotfound": rowNameNotFound, "parentresourcenotfound": rowNameNotFound, "invalidresourcereference": rowNameNotFound,
	"anotheroperationinprogress": rowBusy, "deploymentactive": rowBusy, "retryableerror": rowWait, "retryable": rowWait,
	"resourcegroupbeingdeleted": rowBusy, "scopelocked": rowLocked, "resourcenotprovisioned": rowState, "operationnotallowed": rowState,
	"propertychangenotallowed": rowState, "resourcegroupdeletionblocked": rowState, "conflict": rowState,
	"skunotavailable": rowInvalid, "invalidtemplatedeployment": rowInvalid, "locationnotavailableforresourcetype": rowInvalid, "reservedresourcename": rowInvalid,
	"allocationfailed": rowWait, "zonalallocationfailed": rowWait, "overconstrainedallocationrequest": rowWait, "overconstrainedzonalallocationrequest": rowWait,
	"publicipcountlimitreached": rowQuota, "quotaexceeded": rowQuota, "resourcequotaexceeded": rowQuota, "storageaccountalreadytaken": rowExists,
	"subscriptionrequeststhrottled": rowThrottled, "operationpreempted": rowLostRace, "preconditionfailed": rowVersion,
	// Storage.
	"serverbusy": rowThrottled, "ingressoverlimit": rowThrottled, "operationtimedout": rowServerTimeout,
	"noauthenticationinformation": rowLogin, "invalidauthenticationinfo": rowLogin, "authorizationpermissionmismatch": rowForbidden, "authorizationsourceipmismatch": rowForbidden,
	"authorizationprotocolmismatch": rowForbidden, "authorizationservicemismatch": rowForbidden, "authorizationresourcetypemismatch": rowForbidden,
	"publicaccessnotpermitted": rowForbidden, "insufficientaccountpermissions": rowForbidden,
	"containernotfound": rowNameNotFound, "sharenotfound": rowNameNotFound, "queuenotfound": rowNameNotFound, "tablenotfound": rowNameNotFound, "filesystemnotfound": rowNameNotFound,
	"blobnotfound": rowNotFound, "entitynotfound": rowNotFound, "messagenotfound": rowNotFound, "resourcenotfound": rowNotFound,
	"updateconditionnotsatisfied": rowVersion, "conditionnotmet": rowVersion, "sourceconditionnotmet": rowVersion, "targetconditionnotmet": rowVersion,
	"appendpositionconditionnotmet": rowVersion, "maxblobsizeconditionnotmet": rowVersion, "sequencenumberconditionnotmet": rowVersion,
	"leasealreadypresent": rowLocked, "leasealreadybroken": rowState, "leaseidmissing": rowLocked, "leaseidmismatchwithbloboperation": rowLocked,
	"leaseidmismatchwithcontaineroperation": rowLocked, "leaseidmismatchwithleaseoperation": rowLocked, "leaselost": rowLocked, "leasenotpresentwithbloboperation": rowLocked,
	"leaseisbreakingandcannotbeacquired": rowLocked, "leaseisbreakingandcannotbechanged": rowLocked, "infiniteleasedurationrequired": rowState,
	"pendingcopyoperation": rowBusy, "nopendingcopyoperation": rowState, "snapshotspresent": rowState, "blobarchived": rowState, "blobnotarchived": rowState,
	"blobbeingrehydrated": rowBusy, "blobimmutableduetopolicy": rowState, "bloboverwritten": rowVersion, "blobtierinadequateforcontentlength": rowState,
	"filelockconflict": rowLocked, "sharingviolation": rowLocked, "cannotdeletefileordirectory": rowBusy, "deletepending": rowBusy, "resourcetypemismatch": rowState,
	"containerdisabled": rowState, "containerbeingdeleted": rowBusy, "containerbeingdisabled": rowBusy, "queuebeingdeleted": rowBusy, "sharebeingdeleted": rowBusy,
	"tablebeingdeleted": rowBusy, "accountbeingcreated": rowWait, "popreceiptmismatch": rowInvalid,
	"md5mismatch": rowInvalid, "crc64mismatch": rowInvalid, "invalidrange": rowRange, "outofrangeinput": rowRange, "outofrangequeryparametervalue": rowRange,
	"requestbodytoolarge": rowTooLarge, "messagetoolarge": rowTooLarge, "emptymetadatakey": rowInvalid, "unsupportedhttpverb": rowUnsupported,
	// Cosmos DB.
	"retrywith": rowLostRace, "gone": rowNotTaken, "requesttimeout": {Transient, CodeTimeout, Unanswered, ScopeHost}, "toomanyrequests": rowThrottled,
	"requestentitytoolarge": rowTooLarge,
	// Key Vault.
	"objectisdeletedbutrecoverable": rowState, "objectisbeingdeleted": rowBusy, "throttled": rowThrottled,
}

// azureError is an *azcore.ResponseError, as far as it says something.
type azureError struct {
	status int
	code   string
	method string
	header http.Header
	body   []byte
	text   string
}

func (e *azureError) Error() string { return e.text }

func (e *azureError) judge() *Error {
	a := Answer{Method: e.method, Status: e.status, Header: e.header, Body: e.body}
	v := a.judge()
	if v == nil {
		if e.code == "" && e.status != 0 {
			return nil
		}
		v = &Error{Class: Fatal, Code: CodeUnknown, Applied: Answered, Basis: BasisCode, Context: map[string]any{}}
	}
	if e.code != "" {
		v.Context["code"] = Clean(e.code)
	}
	retryAfter := RetryAfter(e.header, time.Time{})
	name := cloudName(e.code)
	row, known := azureCodes[name]
	if !known {
		if row, known = cloudRow(name); known && e.status >= 500 {
			row.applied = min(row.applied, v.Applied)
		}
	}
	if known {
		v.set(row)
		if name == "operationnotallowed" && strings.Contains(v.Message, "quota") || row == rowQuota {
			v.set(rowQuota)
			v.limit(quotaOf(v.Message))
		}
		if row == rowInvalid {
			refineInput(v, errorDocument{}, read(v.Message))
		}
	} else if e.status == 449 { // Cosmos DB: a concurrent write was in the way
		v.set(rowLostRace)
	}
	v.RetryAfter = 0
	if v.Class == Transient || v.Class == ResourceConflict {
		v.RetryAfter = retryAfter
	}
	return v
}

//nolint:gochecknoglobals // a table, never written
var azureLifters = []lifter{
	{types: []string{"github.com/Azure/azure-sdk-for-go/sdk/azcore/internal/exported.ResponseError"}, lift: liftAzure},
	{types: []string{
		"github.com/Azure/azure-sdk-for-go/sdk/azidentity.AuthenticationFailedError",
		"github.com/Azure/azure-sdk-for-go/sdk/azidentity.AuthenticationRequiredError",
		"github.com/Azure/azure-sdk-for-go/sdk/azidentity.credentialUnavailableError",
	}, lift: client(rowLogin)},
}

func liftAzure(node error) foreign {
	v := reflect.ValueOf(node)
	e := &azureError{status: int(fieldInt(v, "StatusCode")), code: fieldString(v, "ErrorCode"), text: textOf(node)}
	if resp, ok := reflect.TypeAssert[*http.Response](field(v, "RawResponse")); ok && resp != nil { //nolint:bodyclose // the library has read it
		e.header = resp.Header
		if resp.Request != nil {
			e.method = resp.Request.Method
		}
	}
	// Its text ends in the body, and it alone may read that.
	if _, said, ok := strings.Cut(e.text, "ERROR CODE"); ok {
		if i := strings.IndexByte(said, '{'); i >= 0 {
			e.body = []byte(said[i:])
		}
	}
	return e
}
