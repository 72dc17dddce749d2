package taxonomy

// awsCodes are the error codes of AWS in cloudName's spelling: "Common error
// types" of the API references; aws-sdk-go-v2 aws/retry/standard.go, 1.48
// (DefaultThrottleErrorCodes, DefaultRetryableErrorCodes, clock skew codes); and
// the errors in the API references of the services that stand in front of each
// part. Names that cloudRow reads right are left out, mostly. A service's 503
// that names itself unavailable or asks to slow down was not taken; an
// internal error says nothing of the kind.
//
//nolint:gochecknoglobals // a table, never written
var awsCodes = map[string]ruling{
	// Throttling.
	"throttling": rowThrottled, "throttled": rowThrottled, "requestthrottled": rowThrottled, "toomanyrequests": rowThrottled,
	"provisionedthroughputexceeded": rowThrottled, "requestlimitexceeded": rowThrottled, "bandwidthlimitexceeded": rowThrottled,
	"slowdown": rowThrottled, "ec2throttled": rowThrottled, "kmsthrottled": rowThrottled, "kmsthrottling": rowThrottled,
	"limitexceeded": rowThrottled, // refined by service
	// The request token, or the same change, is still being worked on.
	"transactioninprogress": rowLostRace, "priorrequestnotcomplete": rowWait,
	// Common: who is calling.
	"accessdenied": rowForbidden, "notauthorized": rowForbidden, "authorization": rowForbidden, "unauthorizedoperation": rowForbidden,
	"optinrequired": rowNotSubscribed, "subscriptionrequired": rowNotSubscribed, "notsignedup": rowNotSubscribed, "accountproblem": rowAccount,
	"allaccessdisabled": rowForbidden, "invalidpayer": rowNotSubscribed, "crosslocationloggingprohibited": rowForbidden,
	"unrecognizedclient": rowLogin, "invalidclienttokenid": rowLogin, "invalidaccesskeyid": rowLogin, "incompletesignature": rowLogin, "missingauthenticationtoken": rowLogin,
	"signaturedoesnotmatch": rowLogin, "invalidsignature": rowLogin, "authfailure": rowLogin, "expiredtoken": rowLogin, "invalidtoken": rowLogin, "invalidsecurity": rowLogin,
	"requestexpired": rowLogin, "requesttimetooskewed": rowLogin, "requestinthefuture": rowLogin, "tokenrefreshrequired": rowLogin, "expiredtokenid": rowLogin,
	"credentialsnotfound": rowLogin, "invalididentitytoken": rowLogin, "idprejectedclaim": rowLogin, "missingsecurityheader": rowLogin, "missingsecurityelement": rowLogin,
	"invalidgranttoken": rowLogin, "unsupportedidentity": rowLogin,
	// Common: the service.
	"internal": rowServerError, "internalfailure": rowServerError, "internalserver": rowServerError, "internalservice": rowServerError, "service": rowServerError, "server": rowServerError,
	"servicefailure": rowServerError, "kmsinternal": rowServerError, "modelstream": rowServerError, "model": rowServerError,
	"serviceunavailable": rowNotTaken, "unavailable": rowNotTaken, "requesttimeout": {Transient, CodeTimeout, Answered, ScopeHost},
	"dependencytimeout": rowServerTimeout, "modeltimeout": rowServerTimeout, "operationtimeout": rowServerTimeout, "idpcommunication": rowNotTaken, "keyunavailable": rowUnavailable,
	"modelnotready": rowNotTaken, "dependencyfailed": rowUnavailable,
	// Common: the call itself.
	"invalidaction": rowInvalid, "unknownoperation": rowUnsupported, "unsupportedoperation": rowUnsupported, "methodnotallowed": rowUnsupported,
	"notimplemented": rowUnsupported, "invalidquery": rowInvalid, "missingaction": rowMissing, "missingparameter": rowMissing,
	"serialization": rowFormat, "unsupportedmediatype": rowUnsupported, "notfound": rowNotFound, "forbidden": rowForbidden, "conflict": rowState,
	"idempotentparametermismatch": rowInvalid, "idempotencyparametermismatch": rowInvalid, "servicequotaexceeded": rowQuota, "resourceinuse": rowBusy, "resourceexists": rowExists,

	// DynamoDB.
	"conditionalcheckfailed": rowVersion, "transactioncanceled": rowState, "transactionconflict": rowLostRace, "replicatedwriteconflict": rowLostRace,
	"itemcollectionsizelimitexceeded": rowQuota, "duplicateitem": rowExists, "pointintimerecoveryunavailable": rowState, "trimmeddataaccess": rowInvalid,
	"expirediterator": rowInvalid, // also of Kinesis: a new one is to be asked for

	// S3.
	"nosuchkey": rowNotFound, "nosuchupload": rowNotFound, "nosuchversion": rowNotFound,
	"preconditionfailed": rowVersion, "conditionalrequestconflict": rowVersion, "operationaborted": rowLostRace,
	"invalidobjectstate": rowState, "objectnotinactivetier": rowState, "objectalreadyinactivetier": rowState, "invalidbucketstate": rowState, "bucketnotempty": rowBusy,
	"bucketalreadyexists": rowExists, "bucketalreadyownedbyyou": rowExists, "restorealreadyinprogress": rowBusy, "objectlockconfigurationnotfound": rowNotFound,
	"entitytoolarge": rowTooLarge, "entitytoosmall": rowRange, "keytoolong": rowTooLarge, "metadatatoolarge": rowTooLarge, "maxmessagelengthexceeded": rowTooLarge, "maxpostpredatalengthexceeded": rowTooLarge,
	"invalidrange": rowRange, "baddigest": rowInvalid, "incompletebody": rowInvalid, "xamzcontentsha256mismatch": rowInvalid, "xamzcontentchecksummismatch": rowInvalid,
	"illegallocationconstraint": rowInvalid, "ambiguousgrantbyemailaddress": rowInvalid, "missingcontentlength": rowUnsupported, "missingrequestbody": rowMissing,
	"permanentredirect": rowUnsupported, "temporaryredirect": rowUnsupported, "redirect": rowUnsupported, "movedpermanently": rowUnsupported, "authorizationheadermalformed": rowUnsupported,
	"toomanybuckets": rowQuota, "toomanyaccesspoints": rowQuota,

	// SQS and SNS.
	"overlimit": rowThrottled, "queuedeletedrecently": rowWait, "queuealreadyexists": rowExists, "queuenameexists": rowExists, "purgequeueinprogress": rowBusy,
	"messagenotinflight": rowState, "receipthandleisinvalid": rowInvalid, "invalidmessagecontents": rowInvalid, "batchrequesttoolong": rowTooLarge,
	"toomanyentriesinbatchrequest": rowRange, "emptybatchrequest": rowMissing, "batchentryidsnotdistinct": rowInvalid,
	"endpointdisabled": rowState, "platformapplicationdisabled": rowState, "optedout": rowState, "concurrentaccess": rowLostRace, "concurrenttagaccess": rowLostRace, "staletag": rowVersion,
	"kmsaccessdenied": rowForbidden, "kmsdisabled": rowState, "kmsinvalidstate": rowState, "kmsnotfound": rowOperator, "kmsoptinrequired": rowNotSubscribed, "kmskeydisabled": rowState,

	// Lambda. What comes as 502 has been found out before the function ran, or
	// while it was made ready.
	"resourceconflict": rowState, "codestorageexceeded": rowQuota, "requesttoolarge": rowTooLarge, "policylengthexceeded": rowTooLarge, "invalidrequestcontent": rowInvalid,
	"resourcenotready": rowUnavailable, "snapstartnotready": rowUnavailable, "snapstarttimeout": rowServerTimeout, "eni limit": rowQuota, "enilimitreached": rowQuota,
	"subnetipaddresslimitreached": rowQuota, "ec2accessdenied": rowForbidden, "ec2unexpected": rowUnavailable, "invalidruntime": rowOperatorFailed, "invalidzipfile": rowOperatorFailed,
	"invalidsecuritygroupid": rowOperatorFailed, "invalidsubnetid": rowOperatorFailed, "efsio": rowOperatorFailed, "efsmountconnectivity": rowUnavailable, "efsmountfailure": rowOperatorFailed,
	"efsmounttimeout": rowServerTimeout, "recursiveinvocation": {Fatal, CodeLoopDetected, No, ScopeTool}, "codeverificationfailed": rowInvalid, "invalidcodesignature": rowInvalid,

	// EC2.
	"insufficientinstancecapacity": rowWait, "insufficientcapacity": rowWait, "insufficienthostcapacity": rowWait, "insufficientreservedinstancecapacity": rowWait,
	"insufficientaddresscapacity": rowWait, "insufficientvolumecapacity": rowWait, "spotmaxpricetoolow": rowInvalid, "insufficientfreeaddressesinsubnet": rowState,
	"vcpulimitexceeded": rowQuota, "instancelimitexceeded": rowQuota, "maxspotinstancecountexceeded": rowQuota, "resourcecountexceeded": rowQuota, "requestresourcecountexceeded": rowRange,
	"dryrunoperation": rowInvalid, "incorrectinstancestate": rowState, "incorrectstate": rowState, "dependencyviolation": rowBusy, "volumeinuse": rowBusy, "operationnotpermitted": rowState,
	"pendingverification": rowAccount, "blocked": rowAccount, "pendingsnapshotlimitexceeded": rowThrottled, "concurrentsnapshotlimitexceeded": rowThrottled, "volumemodificationrateexceeded": rowState,
	"unsupported": rowInvalid, "unsupportedhostconfiguration": rowInvalid, "resourcealreadyassociated": rowState, "gateway.notattached": rowState, "pendingvpcpeeringconnectionlimitexceeded": rowQuota,

	// IAM and STS.
	"entityalreadyexists": rowExists, "nosuchentity": rowNotFound, "deleteconflict": rowBusy, "entitytemporarilyunmodifiable": rowWait, "concurrentmodification": rowVersion,
	"unmodifiableentity": rowState, "malformedpolicydocument": rowFormat, "passwordpolicyviolation": rowInvalid, "packedpolicytoolarge": rowTooLarge,
	"regiondisabled": rowNotSubscribed, "credentialreportnotready": rowWait, "credentialreportexpired": rowState, "reportgenerationlimitexceeded": rowThrottled, "unrecognizedpublickeyencoding": rowFormat,
	"keypairmismatch": rowInvalid, "duplicatecertificate": rowExists, "duplicatesshpublickey": rowExists, "invalidcertificate": rowInvalid,

	// KMS and Secrets Manager.
	"disabled": rowState, "invalidciphertext": rowInvalid, "incorrectkey": rowInvalid, "invalidkeyusage": rowInvalid, "kmsinvalidsignature": rowInvalid, "kmsinvalidmac": rowInvalid,
	"tag": rowInvalid, "decryptionfailure": rowOperator, "encryptionfailure": rowOperator, "preconditionnotmet": rowState, "publicpolicy": rowInvalid,
	"cloudhsmclusterinuse": rowBusy, "customkeystoreinvalidstate": rowState,

	// CloudFormation, ECS, SSM.
	"insufficientcapabilities": rowInvalid, "invalidchangesetstatus": rowState, "createdbutmodified": rowState, "operationinprogress": rowBusy, "tokenalreadyexists": rowExists,
	"servicenotactive": rowState, "clustercontainsservices": rowBusy, "clustercontainstasks": rowBusy, "clustercontainscontainerinstances": rowBusy, "updateinprogress": rowBusy,
	"noupdateavailable": rowState, "client": rowInvalid, "platformunknown": rowInvalid, "unsupportedfeature": rowUnsupported, "blockedaccount": rowAccount, "missingversion": rowState,
	"targetnotconnected": rowState, "namespacenotfound": rowNameNotFound,
	"parameternotfound": rowNotFound, "parameterversionnotfound": rowNotFound, "parameteralreadyexists": rowExists, "toomanyupdates": rowThrottled, "parameterlimitexceeded": rowQuota,
	"parametermaxversionlimitexceeded": rowQuota, "parameterpatternmismatch": rowFormat, "hierarchylevellimitexceeded": rowInvalid, "hierarchytypemismatch": rowInvalid,
	"invalidinstanceid": rowState, "invalidkeyid": rowInvalid, "invocationdoesnotexist": rowNotFound, "policieslimitexceeded": rowQuota, "duplicateinstanceid": rowInvalid,
	"toptiermaxlimitexceeded": rowQuota,

	// Step Functions.
	"executionalreadyexists": rowExists, "executiondoesnotexist": rowNotFound, "executionnotredrivable": rowState, "executionlimitexceeded": rowThrottled, "activityworkerlimitexceeded": rowThrottled,
	"statemachinedeleting": rowState, "tasktimedout": rowOperator, "taskdoesnotexist": rowNotFound, "invalidexecutioninput": rowInvalid, "invaliddefinition": rowInvalid, "statemachinetypenotsupported": rowUnsupported,
	"invalidoutput": rowInvalid, "toomanytags": rowRange,

	// Cognito.
	"usernameexists": rowExists, "aliasexists": rowExists, "usernotfound": rowNotFound, "usernotconfirmed": rowState, "passwordresetrequired": rowLogin, "codemismatch": rowInvalid,
	"expiredcode": rowInvalid, "codedeliveryfailure": rowOperatorFailed, "toomanyfailedattempts": rowThrottled, "invalidpassword": rowInvalid, "userlambdavalidation": rowInvalid,
	"unexpectedlambda": rowOperatorFailed, "invalidlambdaresponse": rowOperatorFailed, "passwordhistorypolicyviolation": rowInvalid, "userpooladdonnotenabled": rowUnsupported,
	"invaliduserpoolconfiguration": rowOperator, "enablesoftwaretokenmfa": rowInvalid, "unsupportedoperationexception": rowUnsupported, "userimportinprogress": rowBusy,

	// Route 53, CloudFront, Auto Scaling, RDS, Glue, SES, Logs and others.
	"invalidifmatchversion": rowVersion, "distributionnotdisabled": rowState, "cnamealreadyexists": rowExists, "toomanydistributions": rowQuota, "hostedzonenotempty": rowBusy,
	"scalingactivityinprogress": rowBusy, "resourcecontention": rowLostRace, "priorityinuse": rowBusy, "toomanyloadbalancers": rowQuota, "toomanytargetgroups": rowQuota,
	"instancequotaexceeded": rowQuota, "storagequotaexceeded": rowQuota, "insufficientdbinstancecapacity": rowWait, "insufficientdbclustercapacity": rowWait, "insufficientcachenodecapacity": rowWait,
	"invaliddbinstancestate": rowState, "invaliddbclusterstate": rowState, "invaliddbsnapshotstate": rowState, "invalidcacheclusterstate": rowState, "invalidclusterstate": rowState,
	"concurrentrunsexceeded": rowThrottled, "resourcenumberlimitexceeded": rowQuota, "crawlerrunning": rowBusy, "crawlernotrunning": rowState, "schedulerrunning": rowBusy,
	"messagerejected": rowInvalid, "mailfromdomainnotverified": rowOperator, "accountsendingpaused": rowAccount, "accountsuspended": rowAccount, "sendingpaused": rowAccount,
	"invalidsequencetoken": rowVersion, "dataalreadyaccepted": {ResourceConflict, CodeAlreadyExists, Answered, ScopeTarget}, "accountlimitexceeded": rowQuota,
	"awsorganizationsnotinuse": rowOperator, "constraintviolation": rowQuota, "finalizingorganization": rowWait, "unsupportedavailabilityzone": rowInvalid,
	"invalidscheduledupdate": rowState, "invalidtarget": rowState, "unsupporteddisplaylanguage": rowInvalid,
}

// awsOfService is what one service means by a code that others use for
// something else.
//
//nolint:gochecknoglobals // a table, never written
var awsOfService = map[string]ruling{
	"secretsmanager/invalidrequest": rowState, // marked for deletion, or otherwise not in a state for it
	"iam/concurrentmodification":    rowLostRace,
	"cognito/notauthorized":         rowLogin,
	"cognito/userdisabled":          rowAccount,
	"iam/limitexceeded":             rowQuota,
	"ecs/blocked":                   rowAccount,
	"logs/operationaborted":         rowVersion,
	"sns/throttled":                 rowThrottled,
	"kms/unsupportedoperation":      rowUnsupported,
}

// awsContainers are codes for what holds the record that a call is mostly
// about, by the noun that an operation on it ends in.
//
//nolint:gochecknoglobals // a table, never written
var awsContainers = map[string]string{
	"nosuchbucket": "Bucket", "queuedoesnotexist": "Queue", "nonexistentqueue": "Queue", "tablenotfound": "Table", "indexnotfound": "Index",
	"clusternotfound": "Cluster", "statemachinedoesnotexist": "StateMachine", "activitydoesnotexist": "Activity", "nosuchhostedzone": "HostedZone",
	"databasenotfound": "Database",
}
