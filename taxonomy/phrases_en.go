package taxonomy

// english also has the identifiers that systems use whatever they speak, such
// as "econnrefused" and "invalid_grant".
//
//nolint:gochecknoglobals // a table, never written
var english = vocabulary{
	meansRefused: `connection refused, econnrefused, connect refused, actively refused`,
	meansCertificate: `
		certificate signed by unknown authority, certificate has expired, certificate is not trusted, certificate verify failed, certificate_verify_failed,
		certificate verification failed, failed to verify certificate, certificate is valid for, self signed certificate, unable to verify the first
		certificate, ssl certificate problem, unable to get local issuer certificate, pkix path building failed, certificate is not valid, certificate not
		trusted, host key verification failed, host identification has changed, certificate name mismatch, certificate subject name, certificate revoked,
		certificate has been revoked, certificate was revoked`,
	meansBadHost: `
		no such host, host is not valid, hostname is not valid, invalid host, invalid hostname, bad hostname, not a valid host, not a valid hostname, invalid
		http_host`,
	meansDNS: `name resolution, could not resolve host, couldn t resolve host, enotfound, eai_again, getaddrinfo, name or service not known, unknownhostexception`,
	meansDialTimeout: `
		connect timed out, tls handshake timeout, connecttimeout, connecttimeouterror, connect_timeout_error, timed out while
		connecting, timeout while connecting, und_err_connect_timeout`,
	meansStarting: `
		is starting up, starting up, is shutting down, shutting down, not yet ready, not ready to accept connections, server closed idle connection, no
		healthy upstream, no available server, reset reason connection failure, reset reason overflow, reset reason remote connection failure, reset reason local
		connection failure,
		cannot achieve consistency level, not enough replicas available`,
	meansCircuitOpen: `
		circuit breaker is open, circuit breaker open, circuit breaker opened, circuit breaker is currently open, breaker is open, breaker open, circuit is open, circuit is now open, does not permit
		further calls, circuit open |, circuitbreaker open, circuitbreaker is open, callnotpermittedexception, brokencircuitexception, circuitbreakererror, hystrix circuit short circuited`,
	meansPoolTimeout: `
		queuepool limit, connection is not available request timed out, waiting for connection from pool, waiting for a connection from the pool, waiting for connection from the pool,
		obtaining a connection from the pool, new connection from the connection pool, timeout acquiring a connection, acquiring a connection from the pool, acquire a connection from the pool,
		get a connection from the pool, connection pool exhausted, connection pool is exhausted, pool exhausted, pool is exhausted, no connections available in the pool, no free connections, connection pool timeout,
		no available connections, waiting for a free connection, timeout waiting for idle object, pool error timeout waiting for idle object,
		obtain a connection from the pool, connection from the pool within`,
	meansPanic: `
		panic runtime error, runtime error index out of range, runtime error slice bounds out of range, runtime error invalid memory address, runtime error integer divide by zero, runtime error makeslice,
		nil pointer dereference, null pointer dereference, all goroutines are asleep, concurrent map writes, concurrent map read and map write, concurrent map iteration and map write, panicked at, segmentation
		fault, core dumped, illegal instruction |, bus error, stack overflow |, double free or corruption, stack smashing detected`,
	meansBug: `
		maximum recursion depth, maximum call stack size exceeded, cannot read properties of, cannot read property, cannot set properties of, is not a function, is not iterable, undefined
		method, undefined local variable, nomethoderror, object reference not set to an instance, unexpected nil, unexpected null pointer, nullpointerexception, nullreferenceexception, assertion failed, assertionerror,
		list index out of range, string index out of range, tuple index out of range, indexoutofboundsexception, arrayindexoutofboundsexception, unhandled exception, uncaught exception,
		database disk image is malformed, database or disk is corrupt, file is not a database, unable to open database file`,
	meansRateLimited: `
		rate limit exceeded, rate limit reached, rate limit hit, rate limit error, rate limited, rate limiting, ratelimited, rate_limit_exceeded,
		rate_limit_error, ratelimiterror, exceeded rate limit, exceeded the rate limit, exceeded your rate limit, hit the rate limit, over rate limit, rate
		limit has been, too many requests, toomanyrequests, pull rate limit, request limit exceeded, request limit reached, requests per minute, requests per second, tokens per minute, queries
		per minute, queries per second, throttled, throttling, throttlingexception, slow down, slowdown, rate exceeded, rate of requests exceeds, rate limits
		exceeded, request was throttled, being throttled, being rate limited, throttlederror, too many attempts, requests per hour, requests per day, too many
		api requests, throttle limit,
		too quickly, too fast, too frequently, too often, api limit exceeded, hourly limit, request quota per,
		too many calls, calls per minute, calls per second, requests in a short, too many messages, sending too fast, limit of requests, request rate too, request rate is too, rate is too high, flood wait, flood control, cooldown, cool down, request budget, exceeded the number of requests, burst limit, exceeded the allowed number of requests`,
	meansDiskFull: `no space left, disk quota exceeded, disk full, disk is full, not enough space, out of disk space, disk space is full, not enough disk space`,
	meansQuota: `
		quota exceeded, quota has been exceeded, quota is exceeded, quota exhausted, exceeded your current quota, exceeded your quota, exceeded the quota,
		insufficient_quota, insufficient quota, out of credits, no credits, insufficient credits, insufficient balance, insufficient funds, credit balance is
		too low, billing hard limit, your plan and billing, payment required, spending limit, quota used up, quota is used up, used up your quota, quota
		reached, quota limit reached, usage limit reached, monthly limit reached, subscription has expired, subscription expired, plan has expired, plan limit
		reached, trial has expired, trial expired, credit limit exceeded, not enough credits, not enough balance, not enough funds, balance is too low, card
		was declined, payment declined, license has expired, license expired, billing is not enabled, exceeded your monthly,
		trial has ended, trial ended, plan does not include, upgrade your plan, please upgrade, out of quota, quota depleted, no remaining quota, allowance used, top up,
		free plan, free tier, paid plan, pro plan, enterprise plan, billing is disabled, billing disabled, billing has been, payment is required, payment failed, balance too low, balance is insufficient, out of funds, prepaid balance, no remaining credits, monthly allowance, daily allowance, daily quota, monthly quota, annual quota, storage quota, quota limit exceeded, over quota, over your quota, over the quota, seats used, seat limit, license limit, licence limit, licence has expired, licence expired`,
	meansDeadlock:         `deadlock detected, deadlock found, deadlock victim, deadlocked on lock, was deadlocked on`,
	meansSerialization:    `could not serialize access, serialization failure`,
	meansLockTimeout:      `lock request time out, lock wait timeout, lock timeout, lock wait timed out`,
	meansStatementTimeout: `due to statement timeout, maximum statement execution time exceeded, query execution was interrupted maximum`,
	meansNoCommand: `
		command not found, is not recognized as an internal or external command, is not recognized as the name of a cmdlet, executable file not found, unknown
		command, no such command`,
	meansNoTool:       `unknown tool, no such tool, tool not found, no tool named, tool does not exist, unknown function tool`,
	meansExtraField:   `extra fields not permitted, extra inputs are not permitted`,
	meansEmptyRefused: `not allowed to be empty, not permitted to be empty`,
	meansPolicy: `
		password must, password should, password is too, password too, password cannot, password needs, forbidden character, forbidden characters, forbidden
		value, forbidden word, content policy, content filter, content_policy_violation`,
	meansStrayToken: `invalid token in, invalid token at, invalid token near`,
	meansUnauthenticated: `
		unauthorized |, unauthorised |, unauthenticated, authentication failed, authentication failure, authentication required, authentication error, not
		authenticated, could not authenticate, auth failed, not logged in, login required, must be logged in, must log in, please log in, please login, sign
		in required, must be signed in, please sign in, invalid token, invalid access token, invalid auth token, invalid bearer token, invalid refresh token,
		invalid session, invalid jwt, invalid_token, invalid_grant, invalid_client, token is invalid, token is not valid, token not valid, token expired,
		token has expired, token is expired, expired token, token revoked, token has been revoked, token is missing, missing token, session expired, session
		has expired, session timed out, session is invalid, jwt expired, login expired, invalid api key, invalid api_key, invalid_api_key, incorrect api key,
		wrong api key, missing api key, no api key, api key is invalid, api key is not valid, api key not valid, api key not found, api key expired, api key
		has expired, api key is missing, api key required, api key is required, invalid credentials, bad credentials, incorrect credentials, wrong
		credentials, missing credentials, no credentials, credentials expired, credentials have expired, wrong password, invalid password, incorrect password,
		password is incorrect, password is wrong, password authentication, invalid username or password, signature does not match, token is no longer valid,
		session is no longer valid, expired session, invalid session token, invalid login, login failed, logon denied, logon failure, unable to locate
		credentials, could not load credentials, not signed in, reauthentication required, expired credentials, invalid signature, invalid client secret,
		noauth authentication required, api key revoked, need to log in, needs to log in, log in again, sign in again, authenticate first, nocredentialserror,
		expiredtoken, signature has expired, credentials were not provided, no credentials provided,
		reauthenticate, please reauthenticate, login has lapsed, login has expired, session has ended, session ended, session is over, logged out, been logged out, signed out, token has been invalidated, stale token, credentials are invalid, credentials are wrong, credentials are incorrect, bad token, bad password, bad api key, unknown api key, invalid username, password does not match, please authenticate,
		login incorrect, username and password not accepted, failed to authenticate the request, refreshing your current auth tokens, relaying denied,
		key has been revoked, key was revoked, key is revoked, has been revoked, was revoked, key has been disabled, key is disabled, key has been deleted, token was revoked, credentials were rejected, credentials rejected, rejected the credentials, credentials have been revoked, authentication token, could not verify your identity, identity could not be verified, not logged into, login session, must authenticate, need to authenticate, requires authentication, requires login, requires a login, sign in first, log in first,
		credentials rejected, credentials refused, credentials were refused,
		signature is invalid, signature verification failed, signature mismatch, signature validation failed, signature check failed`,
	meansAccountLocked: `
		account is locked, account locked, account has been locked, account disabled, account is disabled, account has been disabled, account suspended,
		account is suspended, account has been suspended, user is locked, user is disabled, locked out, account frozen, account is frozen, account has been
		frozen, account blocked, account is blocked, account has been blocked, account deactivated, account is deactivated, account has been deactivated,
		account is inactive, user account has been disabled, account is banned, account has been banned`,
	meansForbidden: `
		permission denied, permission_denied, permissions denied, access denied, access_denied, accessdenied, access is denied, access forbidden, forbidden |,
		operation not permitted, action not permitted, access not permitted, not permitted to, not allowed to, not authorized, not authorised, insufficient
		permission, insufficient permissions, insufficient privileges, insufficient privilege, insufficient rights, insufficient scope, insufficient_scope,
		insufficient access, no permission, no permissions, not have permission, t have permission, not have access, t have access, not have sufficient, lacks
		permission, lack permission, lacks the permission, missing permission, missing permissions, missing scope, missing scopes, missing required scope, missing required scopes, missing
		required permission, missing required permissions, missing the required scope, missing the required permission, missing required role, missing the required role, missing_scope, permission was denied, must be an administrator, must be an admin,
		must be a member, must be an owner, must be the owner, requires admin, access is forbidden, unauthorizedaccessexception, permissionerror,
		accessdeniedexception, not the owner, only administrators, only admins, only the owner, only owners, admin rights required, requires administrator,
		privileges required, permission required, permissions required, not permitted for, permission not granted, is denied, access to the path, don t have
		access, outside allowed directories, not have the required, not have rights, not entitled, e_accessdenied, must be superuser, must be owner of, read
		access denied, write access denied,
		does not grant, do not grant, not allowed for your role, your role does not, your role doesn t, need admin, needs admin, need permission, need the permission, does not permit, do not have the right, don t have the right, off limits, access restricted, restricted to, is restricted, is not permitted, are not permitted,
		access_refused, not have authorization, access refused, login was refused,
		not in the sudoers file, lack the rights, lacks the rights, lacks rights, no rights to, no right to, no access to, have no access, has no access, not a member of, not an owner of, belongs to another, owned by another, not yours, read only access, read only token, read only key, only has read access, requires the role, requires role, requires the permission, requires permission, need the role, must have the role, admin only, admins only, owner only, owners only, members only, staff only, permission to, was denied by, denied by policy, denied by administrator, blocked by administrator, insufficient authorization, cross account access,
		not have write access, not have read access, have write access, have read access, necessary rights, sufficient rights, necessary permissions, the necessary privileges,
		not whitelisted, not allowlisted, not in the allowlist, not on the allowlist, not in the whitelist, not on the whitelist, is blacklisted, is blocklisted, is on the blocklist, blocked by firewall, blocked by policy, blocked by your organization, blocked by your administrator`,
	meansServerBusy: `server is busy, service is busy, system is busy`,
	meansVersion: `
		version conflict, version mismatch, expected version, modified by another, was modified by, has been modified, has changed since, was changed by,
		changed by another, updated by another, stale version, stale object, stale data, optimistic lock, optimistic locking, optimisticlockexception, edit
		conflict, update conflict, concurrent modification, concurrent update, etag mismatch, precondition failed, out of date, changed by someone else,
		updated by someone else, modified by someone else, changed since you, updated since you, newer version, conditional request failed, content modified,
		concurrently modified, concurrently updated, concurrent modifications, version has changed, revision mismatch, revision conflict, wrong version, stale
		revision, stale etag, etag does not match, if match failed, non fast forward, concurrent edit, row was updated or deleted by another,
		fetch first, failed to push some refs, updates were rejected, precondition_failed, http conditional header, tip of your current branch is behind,
		is stale, are stale, was modified since, were modified since, modified since, been modified since, changed in the meantime, modified in the meantime, updated in the meantime, changed while, modified while, changed on disk, changed underneath, somebody else changed, someone else changed, someone else updated, someone else modified, someone else saved, no longer current, not the latest, not the current version, outdated version, base revision, head has moved, ref has moved, etag changed, lost update, write conflict, writeconflict,
		has diverged, have diverged, pull first`,
	meansLocked: `
		is locked, are locked, was locked, has been locked, locked by, lock is held, lock held, already locked, currently locked, database locked, could not
		acquire lock, could not obtain lock, failed to acquire lock, unable to acquire lock, cannot acquire lock, resource locked, record locked, file locked,
		error acquiring the state lock, acquiring the state lock, error acquiring lock, acquiring the lock, could not lock, failed to lock, unable to lock, cannot lock, locked for editing, checked out by, locked for update, holds the lock, holding the lock, lock conflict, lock not available, resource busy or locked,
		is on hold, being edited by, record is being edited, legal hold,
		is editing this, is editing the, else is editing, is being edited, is being modified, another user is editing, another process holds, locked out by another, has a lock on, under edit,
		resource_locked, exclusive access to locked, currently a lease on, active lease on,
		else edited this, else is using, checked out to`,
	meansExists: `
		already exists, already exist, already_exists, alreadyexists, already taken, already been taken, duplicate key, duplicate entry, duplicate record,
		duplicate value, is a duplicate, already registered, file exists, unique constraint, must be unique, is not unique, uniqueviolation, duplicate order,
		duplicate request, duplicate submission, duplicate name, is already in use, already in use, already been used, name is taken, username taken, already
		booked, uniqueness violation, violates unique, has been taken, e11000, already a member, duplicatekeyexception, duplicate customer,
		taken by someone else, taken by another, just been taken, been taken by, just taken by, no longer free, already claimed, already assigned,
		is already taken, already used, already assigned to, already present, already there, already added, already subscribed, already linked, already connected to, already installed, already enrolled, already a, conflicts with an existing, there is already, clashes with, name collision, collides with, must be unique, not unique`,
	meansInUse: `
		in use, being used by, used by another process, resource busy, is busy, resource is busy, in progress, being processed, is being used, currently being
		processed, still running, already running, another operation is in progress`,
	meansState: `
		conflict |, conflicts with, already shipped, already cancelled, already canceled, already closed, already completed, already processed, already paid,
		already delivered, already refunded, already submitted, already approved, cannot cancel, cannot be cancelled, cannot be canceled, cannot be modified,
		cannot be changed, cannot be deleted, cannot be edited, cannot be refunded, no longer be, not in a state, invalid state, illegal state, wrong state,
		invalid transition, illegal transition, invalid status transition, state transition, is already, has already been, was already, not empty, still
		referenced, sold out, out of stock, insufficient stock, not enough stock, insufficient inventory, insufficient quantity, no stock left, already been
		shipped, already been cancelled, already been canceled, already been paid, already been processed, already sent out, already expired, already
		archived, already active, already inactive, already deleted, already locked down, already started, already finished, already in state, already open,
		already has, not allowed in state, not allowed in the current state, cannot transition, cannot be shipped, cannot be updated, cannot be removed,
		cannot be closed, can no longer, is closed, is archived, is not active, is inactive, is cancelled, is canceled, has been cancelled, has been canceled,
		has shipped, was shipped, has been shipped, has been closed, order shipped, is read only, has dependents, foreign key constraint, still in use by,
		directory not empty, fully booked, not in draft, cannot modify, cannot be reopened,
		has not been paid, not been paid, not yet paid, not yet shipped, not yet approved, has not been approved, not been approved, has not shipped, no longer available, is no longer open, is no longer active, cannot refund, cannot ship, cannot delete, cannot update, cannot edit, cannot close, cannot reopen, cannot change, already in progress, is not open, is not editable, can t be cancelled, can t be canceled, can t be modified, can t be changed, has been archived, has been finalized, is finalized, already invoiced, already finalized, slot is taken, deadline has passed, window has closed, is not refundable,
		has conflicts, have conflicts, merge conflict, merge conflicts, conflicting files, unmerged files, not mergeable, cannot merge, lease id specified did not match,
		is pending, still pending, already pending, awaiting approval, waiting for approval, not yet confirmed, has not yet, is disabled, is paused, is suspended, is frozen, is draft, is a draft, is in draft, still open, still active, still in use, still has, still contains, still attached, is attached to, is not empty, must first be, before it can be, cannot be reverted, cannot be undone, cannot be completed in, in its current state, current state, current status, while it is, is final, is expired, has expired, already expired, already ended, has ended, has been completed, is completed, has been settled, has been paid, has been refunded, is paid, is shipped, is delivered, was cancelled, was refunded, was deleted by, exceeds available, exceeds the available, not enough seats, no seats, no capacity left, capacity reached, is full, no longer accepts, no longer valid for, no longer possible, no longer allowed, too late to, not possible in, no longer eligible, not eligible,
		cannot remove, cannot archive, cannot transfer, cannot approve, cannot reject, cannot confirm, cannot reschedule, cannot finalize, cannot revert, cannot void, the last owner, the last admin, the last administrator, the only owner, the only admin`,
	meansNoConnection: `
		could not connect, couldn t connect, unable to connect, cannot connect, can t connect, failed to connect, failed to establish a new connection,
		was cleared because another operation failed, no connection established, connection pool was cleared, pool was cleared,
		while establishing a connection, error establishing a connection, error establishing a database connection, error establishing connection, could not establish a connection, could not establish connection, unable to establish a connection, cannot establish a connection, error connecting to, while connecting to, trying to connect to, error trying to connect`,
	meansCanceled: `
		context canceled, context cancelled, operation canceled, operation cancelled, request canceled, request cancelled, operation was canceled, operation
		was cancelled, request was canceled, request was cancelled, operation was aborted, request aborted, canceling statement due to user request,
		aborterror, cancellederror, user aborted a request`,
	meansTimeout: `connection attempt failed, 
		timed out, timed_out, timedout, time out, timedouterror, i o timeout, request timeout, connection timeout, connect timeout, read timeout, write
		timeout, operation timeout, query timeout, response timeout, gateway timeout, gateway time out, timeout exceeded, timeout waiting, timeout while,
		timeout reached, timeout was reached, timeout occurred, timeout after, timeout expired, timeout error, timeouterror, timeoutexception,
		sockettimeoutexception, deadline exceeded, deadline_exceeded, deadlineexceeded, etimedout, esockettimedout, has timed out, wait timed out,
		readtimeout, readtimeouterror, readtimeoutexception, connection timed out, timed out waiting, deadline has elapsed, client timeout exceeded, did not
		respond in time, no response within, took too long, time limit exceeded, request_timeout, operationtimedout, did not properly respond, no response
		from, query timed out,
		gave up waiting, waited too long, no reply within, no answer within, no reply after, stopped waiting, did not answer in time, did not reply in time, not respond within, exceeded the time limit, timed out before, took longer than,
		request was canceled due to the configured httpclient timeout, request was cancelled due to the configured httpclient timeout,
		not answer within, not reply within, not answered within, not replied within, did not answer, did not reply, didn t answer, didn t reply, did not respond, didn t respond, not responding, no answer after, no response after, stopped responding, exceeded its deadline, exceeded the deadline, exceeded its time, ran out of time, deadline passed waiting, was not received in time, in the allotted time, within the allotted, within the time limit`,
	meansReset: `
		connection reset, disconnect reset before headers, connection termination, invalid connection, connection was reset, reset by peer, econnreset, broken pipe, epipe, connection closed, connection was closed,
		connection aborted, connection was aborted, connection terminated, connection lost, lost connection, closed connection, closed the connection, closed
		network connection, forcibly closed, socket hang up, unexpected eof, server disconnected, goaway, read response, reading response, read the response,
		reading the response, gone away, remote end closed, closed without response, empty reply from server, existing connection was forcibly, connection is
		closed, connection has been closed, peer closed connection, premature close, prematurely closed, connection broken, remotedisconnected,
		connectionreseterror, brokenpipeerror, disconnected before, connection dropped, econnaborted, no reply to, transport is closing, stream closed, server
		unexpectedly closed,
		connection_forced,
		connection unexpectedly closed, closed unexpectedly, unexpectedly closed, unexpectedly disconnected, disconnected unexpectedly, hung up, dropped the connection, lost the connection, connection was lost, connection was interrupted, connection interrupted, connection was dropped, connection was terminated, connection died, connection is dead, stream reset, stream was reset, stream ended, session was closed by the server, ended unexpectedly, ended before, disconnected while, connection failure while, aborted the connection, connection to server was lost, reset the connection, response was truncated, truncated response, incomplete response, incomplete read, partial response`,
	meansOverloaded: `
		overloaded, overloaded_error, server busy, too busy, at capacity, over capacity, too many connections, too many clients, resource exhausted, heavy
		load, overload, high load, high demand, capacity exceeded, too many concurrent, out of memory, queue is full, server is overloaded, insufficient
		capacity, too much load, worker pool is full,
		high traffic, heavy traffic, too much traffic, under load, under heavy, swamped, experiencing high, excessive load,
		too busy to, is overloaded, are overloaded, queue full, queue is too long, backlog is full, backlog full, out of capacity, no capacity, capacity limit, concurrency limit, too many open, too many in flight, too many pending, backpressure, load shedding, shedding load, out of resources, resources exhausted, memory limit exceeded, insufficient memory, all workers are busy, all workers busy, no workers available, no worker available`,
	meansServerError: `internal server error, internal error try again, unexpected server error`,
	meansUnavailable: `no route to host, network is unreachable, host is unreachable, host is down, network is down, 
		temporarily unavailable, temporarily down, temporarily out of service, temporarily disabled, service unavailable, service is unavailable,
		service_unavailable, server unavailable, currently unavailable, currently down, try again later, try later, retry later, retry after, try again in,
		again in a few, under maintenance, down for maintenance, in maintenance, maintenance mode, bad gateway, temporary failure, temporary error, mais
		tarde, maintenance in progress, maintenance is in progress, maintenance is currently in progress, upgrade in progress, upgrade is in progress, deployment in progress, failover in progress, failover is in
		progress, restart in progress, election in progress, leader election, leader changed, no leader, no cluster leader, not the leader, is not leader, not leader, leader not available, not currently available, unhealthy cluster, server stopped, scheduled maintenance, undergoing maintenance, for maintenance, maintenance window, temporarily offline, temporarily closed, try again in a,
		please try again later, resource temporarily unavailable, not available at the moment, not available right now, currently not available, temporarily
		not available, currently offline, backend is down, service is down, server is down, temporary outage,
		retry shortly, try again shortly, try again soon, in a moment, come back later, check back later, not reachable right now, temporarily overloaded, having trouble, having issues,
		not primary, not writable primary, not master, node is recovering, service not available, primary stepped down,
		host unreachable, server unreachable, service unreachable, is unreachable, not reachable, could not be reached, cannot be reached, can t be reached, outage, is offline, went offline, intermittent, transient error, transient failure, hiccup, under heavy maintenance, being restarted, is restarting, rebooting, is recovering, in recovery, warming up, still loading, is loading, currently loading, still starting, degraded, back soon, temporarily, for the moment, at this time, at the moment, right now, later today, again shortly, again soon,
		no backend available, no backends available, no server available, no servers available, no instance available, no instances available, no nodes available, no node available, no replica available, no upstream available, no endpoints available, no hosts available`,
	meansUnreadable: `
		looking for beginning of, unexpected end of json input, after object key, after array element, after top level value, in string literal, in numeric
		literal, in string escape code, cannot unmarshal, expecting value, jsondecodeerror, in json at position`,
	meansNoFile: `
		no such file, no such file or directory, no such directory, file not found, filenotfounderror, filenotfoundexception, directory not found, folder not
		found, path not found, enoent, path does not exist, file does not exist, directory does not exist, folder does not exist, file doesn t exist, cannot
		find the file, cannot find the path, could not find file, filenotfound, enoent no such file`,
	meansMissing: `
		is required, are required, field required, required field, required property, required parameter, required argument, missing required, missing field,
		missing parameter, missing argument, missing property, missing value, is missing, must be provided, must be present, must be set, must not be empty,
		must not be blank, must not be null, cannot be blank, cannot be empty, cannot be null, can t be blank, can t be empty, may not be blank, may not be
		null, does not allow nulls, do not allow nulls, cannot insert the value null, null value is not allowed, null not allowed, may not be empty, should not be empty, not be empty, field missing, parameter missing, argument missing, property missing, value missing,
		missing the required, missing 1 required, was not provided, not provided, must be specified, must be supplied, is mandatory, none is not an allowed
		value, required positional argument, required keyword, violates not null constraint, is a required, required input, cannot be left blank, please
		provide, please enter, please specify, received undefined, must be filled, no value given, expected 1 argument,
		no value supplied, not supplied, was not supplied, no value for, must supply, must provide, must specify, must include, you must enter, must be entered, left blank, is blank, no value provided`,
	meansUnknownField: `
		unknown field, unknown parameter, unknown argument, unknown option, unknown column, unknown property, unknown key, unknown attribute, unknown flag,
		unrecognized, unrecognised, not a recognised, not a recognized, not recognised, not recognized, unexpected field, unexpected argument, unexpected
		parameter, unexpected property, unexpected keyword argument, unexpected key, additional properties, additionalproperties, no such column, no such
		option, unknown fields, unknown parameters, unknown arguments, unrecognized_keys, extra_forbidden, is not a known, not a known, no such field, no such
		parameter, no such argument, no such property, not an allowed property, unsupported parameter, unsupported field, is not allowed here, does not exist
		in type`,
	meansWrongType: `
		wrong type, type mismatch, type error, typeerror, expected type, invalid type, must be a string, must be a number, must be an integer, must be a
		boolean, must be an array, must be a list, must be an object, must be of type, be a valid string, be a valid number, be a valid integer, be a valid
		boolean, be a valid list, be a valid dictionary, not of type, is not a number, is not an integer, is not a string, not a valid integer, not a valid
		number, not a valid boolean, incorrect integer value, expected an integer, expected a number, expected a string, expected a boolean, expected an
		array, expected an object, expected string received, expected number received, expected boolean received, expected integer, expected string, expected
		number, be a number, be an integer, be a string, be a boolean, is not a boolean, is not an array, is not an object, not a string, not a number, not an
		integer, not a boolean, wrong kind of value, invalid_type, cannot be converted to, could not convert string,
		expected type, got a string, got string, got a number, got number, got an integer, got integer, got null, got none, got a list, got an array, got an object, got a dict, got a bool, got boolean, instead of a string, instead of a number, instead of an integer, instead of a list, instead of an object, is a string not, as a number, as an integer, not numeric, not an object, not an array, not a list, not a dictionary`,
	meansTooLarge: `
		file too large, payload too large, entity too large, request too large, message too large, body too large, content too large, message size exceeds,
		maximum context length, context length exceeded, context_length_exceeded, context window, prompt is too long, too many tokens, maximum size, file is
		too large, upload is too large, image is too large, attachment is too large, file size exceeds, name too long, argument list too long`,
	meansRange: `
		out of range, would be truncated, arithmetic overflow, numeric overflow, integer overflow, out of bounds, must be between, must be at least, must be at most, must be greater, must be less, must be positive, must be in the
		future, must be in the past, must be in the range, be greater than, be less than, greater than or equal, less than or equal, exceeds the maximum,
		exceeds maximum, exceeds the limit, below the minimum, less than the minimum, greater than the maximum, too large, too big, too long, too short, too
		small, too high, too low, should have at least, should have at most, must not exceed, must be larger, must be smaller, must be more than, must be no
		more, must be no less, must be under, must be over, must be above, must be below, cannot exceed, can not exceed, may not exceed, exceeds limit,
		exceeds the allowed, exceeds max, longer than, shorter than, more than the maximum, cannot be longer, cannot be more, cannot be less, cannot be
		greater, at least, at most, at most one,  out of allowed range, must be non negative, not in range, not in the range,
		outside the range, outside of range, outside the allowed range, minimum length, maximum length, too many characters, too many items, too few, in the
		past, must be after, must be before,
		may only have, decimal places, is after end, is before start, after the end, before the start, must end after, must start before, at most one of, cannot be in the, can t be in the, cannot be negative, can t be negative, must be negative, no more than, no less than, fewer than, more than the allowed, is too far, cannot be zero, must be non zero, must be nonzero, exceeds the,
		limited to, is capped at, capped at, or fewer, or less, or more characters`,
	meansFormat: `
		invalid date, invalid time, invalid email, invalid url, invalid uuid, invalid format, wrong format, bad format, incorrect format, malformed, format
		check failed, format error, cannot parse, could not parse, failed to parse, unable to parse, can t parse, not a valid, is not a date, does not match
		format, does not match the format, does not match pattern, does not match the pattern, does not match regular, expected format, invalid syntax,
		invalid input syntax, syntax error, syntaxerror, unexpected token, parse error, parseerror, invalid json, not valid json, invalid regular expression,
		conversion failed when converting, error converting data type, error converting, invalid phone, invalid postcode, invalid zip, invalid address format, is not a valid date, invalid timestamp, invalid datetime, invalid iso, not in
		the format, not in the correct format, wrong date format, unparseable, unparsable, cannot be parsed, could not be parsed, expecting property name,
		unterminated string, invalid json payload, invalid base64, not a uuid, cannot decode, bad date,
		wrong number of fields, wrong number of columns, wrong number of arguments, document structures must`,
	meansNoMethod: `method not allowed, not implemented, notimplementederror`,
	meansInvalid: `
		could not find exact match, could not find an exact match, could not find match, couldn t find exact match, no exact match, string to replace not found, old_string not found, old_str not found, oldtext not found, old text not found, search string not found, search text not
		found, no match found for, text not found in, could not find stored procedure, validation error, validation errors, validation failed, validation failure, validationerror, validation exception, validationexception, invalid,
		invalid_request, invalid_argument, is not valid, not valid, bad request, illegal argument, illegalargumentexception, illegal value, bad value,
		valueerror, must be a, must be an, must be one of, must be, must match, must contain, must have, expected one of, not one of, check your input, check
		the input, check your request, unacceptable value, unprocessable, cannot be negative, violates check constraint, check constraint, must not be, must
		not contain, may not contain, should be, cannot contain, can only contain, is not allowed, are not allowed, not acceptable, unknown
		value, unsupported value, not supported value, invalid_value, argumentexception, invalidargument, invalidparameter, does not satisfy, not an option,
		unknown enum, wrong value, incorrect value, value is incorrect, is incorrect, duplicate file name, duplicate filename, duplicate item, duplicate
		argument, duplicate field,
		no element found, no elements found for, no node found for, element not found, no element matching, no element matches, selector not found, is not unique in the file, not unique in the file,
		must start with, must end with, must begin with, must use, must refer, must point, must equal, must differ, must exist, does not look like, doesn t look like, not a recognized value, is not a legal, is not an allowed, is not one of, not among, not in the list, not in list, no such value, unacceptable, cannot be used with, can t be used with, cannot be combined with, mutually exclusive, one of the following, inconsistent with, does not belong to, not applicable to, not valid for, not valid in, rejected by schema, schema violation, violates schema, violates the schema, does not conform, not conform, failed schema, does not match schema, does not match the schema,
		has to be, have to be, needs to be, need to be, supposed to be, did you mean`,
	meansNotFound: `
		not found, not_found, notfound, notfoundexception, does not exist, doesn t exist, do not exist, no such, unknown order, unknown user, unknown id,
		could not find, couldn t find, cannot find, can t find, unable to find, no longer exists, could not be found, cannot be found, not be found, not
		exist, not exists, unknown customer, unknown product, unknown item, unknown record, no order, no record, no records, no user, no customer, no entry,
		no item, no matching, no result, no results, no rows, no document, no object, no playlist, doesnotexist, has been deleted, was deleted, is gone,
		nosuchentity`,
	meansUnsupported: `
		not supported, read only file system, in a read only transaction, read only transaction, unsupported, isn t supported, no longer supported, not available in your, is deprecated, end of life, feature is disabled, not enabled
		for,
		readonly database, read only database`,
	mentionsRateLimit: `rate limit, rate limits, rate_limit, ratelimit`,
	mentionsDeadlock:  `deadlock, deadlocked`,
	mentionsUnavailable: `unavailable, try again, please retry, not available, please try again, currently busy,
		fetch failed, failed to fetch, network error, networkerror, network request failed, network failure, connection error, connection failed, connection failure, connection problem`,
	mentionsTimeout:    `timeout, timeouts, time outs`,
	mentionsClosedFile: `file already closed, closed file`,
	mentionsValidation: `validation, must, requires a, requires an, requires at, requires one, requires the, requires exactly, expected a, expected an, expected the, expects a, expects an, expects the, should not, should have`,
}
