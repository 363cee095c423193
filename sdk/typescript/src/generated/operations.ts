// Made by generate.ts from documents 852c271d6a38f052.
export const OPERATIONS = {
  /** Authorize a card. Places a hold on the account behind the card; with `capture`, takes the money at once. A decline is a normal response, not an error. */
  createAuthorization: ["POST","/v1/authorizations","key","record"],
  /** List authorizations. First authorizations, approved and declined, newest first. Increments count toward the amounts of the original. */
  listAuthorizations: ["GET","/v1/authorizations","free","page"],
  /** Get an authorization. Returns an authorization with its totals, captures, and refunds. Increments count toward the original. */
  getAuthorization: ["GET","/v1/authorizations/{id}","free","record"],
  /** Increase a hold. Adds to the hold with a new authorization that names its parent. A hold made with a payment code can grow up to the code’s maxAmount. A declined increment leaves the hold unchanged. */
  incrementAuthorization: ["POST","/v1/authorizations/{id}/increment","key","record"],
  /** Capture a hold. Moves money from the member to the merchant, up to the remaining hold. */
  captureAuthorization: ["POST","/v1/authorizations/{id}/capture","key","record"],
  /** Void or refund. Kind void releases held money only; kind refund returns captured money only. Without a kind, a request with no amount does both. With an amount but no kind, an amount equal to the hold plus the captures undoes both; an amount that the captures cover is a refund; an amount that only the hold covers is a void. */
  reverseAuthorization: ["POST","/v1/authorizations/{id}/reverse","key","record"],
  /** List captures. Captures of all merchants, newest first. */
  listCaptures: ["GET","/v1/transactions","free","page"],
  /** Get a capture. Returns the capture with how much of it was refunded and the batch and payout it settled in. */
  getCapture: ["GET","/v1/transactions/{id}","free","record"],
  /** List refunds. Refunds of all merchants, newest first. */
  listRefunds: ["GET","/v1/refunds","free","page"],
  /** Get a refund. Returns the refund with the captures it refunds and the batch and payout it settled in. */
  getRefund: ["GET","/v1/refunds/{id}","free","record"],
  /** List disputes. Disputes that members opened against payments of your merchants, newest first. */
  listDisputes: ["GET","/v1/disputes","free","page"],
  /** Get a dispute. Returns the dispute with its payment, and how much has been refunded or released since. */
  getDispute: ["GET","/v1/disputes/{id}","free","record"],
  /** Close a dispute. Closes the dispute and sends the member the outcome and your message. The member can answer once. Moves no money: reverse the payment first if it should go back. `refunded` needs a refund or void since the dispute was opened. */
  closeDispute: ["POST","/v1/disputes/{id}/close","key","record"],
  /** Onboard a merchant. Creates a merchant, which can take payments at once with your keys or with one of its own. Your first merchant receives payments that name none. Live merchants require approval for live. */
  createMerchant: ["POST","/v1/merchants","key","record"],
  /** List merchants. The tenant’s merchants, newest first. */
  listMerchants: ["GET","/v1/merchants","free","page"],
  /** Get a merchant. Returns one of your own. */
  getMerchant: ["GET","/v1/merchants/{id}","free","record"],
  /** Change a merchant. Fields you leave out stay as they are. Changes apply from the next payment. */
  updateMerchant: ["PATCH","/v1/merchants/{id}","key","record"],
  /** Set where a merchant is paid out. Sets the merchant’s bank account. In live it takes effect after three days, and your owners and admins are notified; until then, payouts go to the previous account. If you set another meanwhile, the last one counts. Setting the same one again, with the same holder, number, and bank code, changes nothing and returns it. In test it takes effect at once, and no money is sent. */
  setPayoutAccount: ["POST","/v1/merchants/{id}/payout-account","key","record"],
  /** Set a merchant’s price. Sets the price of payments in one currency from a given day on, charged as they settle: each capture pays the percentage in effect on its day, and the first capture also the fixed amount. A price for today applies from now on. The day can’t be in the past or have captures already. Earlier prices stay in effect until then. */
  setMerchantPrice: ["POST","/v1/merchants/{id}/prices","key","record"],
  /** Create a key for a merchant. Creates a key for the merchant’s tills and servers to call `/merchant/v1` with. It is returned in this response only. The tier limits how many keys of a merchant can be active: 25 in `sandbox`, 100 in `standard`, 500 in `plus`, 1,000 in `network`. Your key must itself have what it gives: `payments:write` for `sale` and `refund`; `payments:read`, `money:read`, and `webhooks:read` for `read`; `payments:write` and `webhooks:write` for `manage`. A key that is limited to addresses or must sign gets 403 `not_permitted`, because a merchant’s key works without. */
  createMerchantKey: ["POST","/v1/merchants/{id}/keys","key","record"],
  /** List a merchant’s keys. Every key, newest first, including revoked ones. Secrets are never included. */
  listMerchantKeys: ["GET","/v1/merchants/{id}/keys","free","page"],
  /** Roll a merchant’s key. Gives the key a new secret and keeps its id, name, scopes, and expiry. The old secret stops working immediately. To switch without rejected requests, create a second key and revoke this one once nothing uses it. Your key needs the scopes that creating the key would take, and must not end before it. */
  rollMerchantKey: ["POST","/v1/merchants/{id}/keys/{keyId}/roll","key","record"],
  /** Revoke a merchant’s key. Permanent: requests with the key fail immediately. */
  revokeMerchantKey: ["DELETE","/v1/merchants/{id}/keys/{keyId}","key","record"],
  /** Create a member. Creates a person to whom you issue accounts and cards. Members can pay without ever signing in; an invitation gives them the wallet. */
  createMember: ["POST","/v1/members","key","record"],
  /** List members. The tenant’s members, newest first. */
  listMembers: ["GET","/v1/members","free","page"],
  /** Get a member. Returns one of your own. */
  getMember: ["GET","/v1/members/{id}","free","record"],
  /** Change a member. Fields you leave out stay as they are; metadata is replaced as a whole. */
  updateMember: ["PATCH","/v1/members/{id}","key","record"],
  /** Invite a member to the wallet. Emails a link that works once, for a week. A member has one login, so a new invitation replaces an earlier one. You can invite 20 people in 24 hours, or 5,000 once approved for live (10,000 in the tier plus, 20,000 in network); beyond that the response is a 409 `daily_limit_reached`. Repeating an invitation to the same address doesn’t count. The public sandbox sends no emails. A wallet pays and pays out, so your key needs `payments:write` and `money:write` beside `members:write`. */
  inviteMember: ["POST","/v1/members/{id}/invitations","key","record"],
  /** Open an account for a member. Opens an empty account in one currency. A member can have at most 20. */
  openMemberAccount: ["POST","/v1/members/{id}/accounts","key","record"],
  /** List a member’s accounts. The member’s accounts, newest first, each with its balance. */
  listMemberAccounts: ["GET","/v1/members/{id}/accounts","free","page"],
  /** Get an account. Returns the account with its balance, and how much of it is held. */
  getMemberAccount: ["GET","/v1/accounts/{id}","free","record"],
  /** List accounts. The accounts of all your members, with their balances. Newest members first. */
  listAccounts: ["GET","/v1/accounts","free","page"],
  /** List the entries of an account. Every entry of the account, newest first, with the balance after it. For any time span, the opening balance plus all entries equals the closing balance. Holds are not entries. */
  listAccountEntries: ["GET","/v1/accounts/{id}/entries","free","page"],
  /** Get the balance of an account at a time. The sum of all entries before `asOf`. Holds aren’t included. */
  getAccountBalance: ["GET","/v1/accounts/{id}/balance","free","record"],
  /** List the statements of an account. The months with entries, newest first, as the member sees them in the wallet; at most 120. Months follow the tenant’s time zone. The entries of a month are those with `created` from `from` to before `before`. */
  listAccountStatements: ["GET","/v1/accounts/{id}/statements","free","record"],
  /** Open a float. Opens an account of your own in one currency, to fund members from: an employer’s share, a subsidy. Transfers with its reference arrive once the bank has them; `POST /v1/fundings` passes the money on to members. You have one float per currency: opening it again returns the same one. */
  openFloat: ["POST","/v1/floats","key","record"],
  /** List floats. Your floats, by currency, with their balances and the bank account to transfer to. */
  listFloats: ["GET","/v1/floats","free","record"],
  /** Fund a member’s account. Moves money from your float to a member’s account, where it is available at once. In live the float always pays; if it has too little, the response is a 409 `float_exceeded`. With a test key the money is test money, unless `from` is `float`. */
  createFunding: ["POST","/v1/fundings","key","record"],
  /** List fundings. Fundings of your members’ accounts and of your floats, with their reversals as negative amounts. Newest first. */
  listFundings: ["GET","/v1/fundings","free","page"],
  /** Get a funding. Returns a funding of one of your members’ accounts, or a reversal. */
  getFunding: ["GET","/v1/fundings/{id}","free","record"],
  /** Reverse a funding. For money credited to the wrong account. Reverses the whole amount, once, if it is still available, neither spent nor held. A reversal can’t be reversed. Test keys only: in live, an operator of the network reverses fundings, and large sums require two. */
  reverseFunding: ["POST","/v1/fundings/{id}/reverse","key","record"],
  /** Pay a member out. Pays a member’s own money to a bank account in the member’s name, with the network’s next payment file. Held money and credit are excluded. The network sets the minimum and the fee for each currency; without them, payouts in that currency aren’t available. Members can also request payouts in their wallet. */
  createMemberPayout: ["POST","/v1/member-payouts","key","record"],
  /** List members’ payouts. Payouts to your members, newest first, with their status. */
  listMemberPayouts: ["GET","/v1/member-payouts","free","page"],
  /** Get a member’s payout. Returns a payout to one of your members. */
  getMemberPayout: ["GET","/v1/member-payouts/{id}","free","record"],
  /** Issue a card. Issues a card that pays from the account. There is no card number: the panToken is returned in this response only. The card works for four years. A member can have at most 50 cards that aren’t closed. */
  issueCard: ["POST","/v1/accounts/{id}/cards","key","record"],
  /** List an account’s cards. Every card, newest first, including closed ones. The panToken is never included. */
  listCards: ["GET","/v1/accounts/{id}/cards","free","page"],
  /** Get a card. Never its panToken. */
  getCard: ["GET","/v1/accounts/{id}/cards/{cardId}","free","record"],
  /** Freeze, unfreeze, close, or limit a card. Fields you leave out stay as they are. Changes apply from the next payment, and `closed` is permanent. The member has limits of their own: the lower one applies, and you can’t unfreeze what the member froze. */
  updateCard: ["PATCH","/v1/accounts/{id}/cards/{cardId}","key","record"],
  /** Replace a lost card. Closes the card and issues another with the same limits, including the member’s own. What was used of them today carries over. */
  replaceCard: ["POST","/v1/accounts/{id}/cards/{cardId}/replace","key","record"],
  /** List settlement batches. Batches of all merchants, newest first, whether closed at the end of a day or on request. */
  listSettlementBatches: ["GET","/v1/settlement-batches","free","page"],
  /** Get a settlement batch. Returns the batch’s totals. A closed batch never changes. */
  getSettlementBatch: ["GET","/v1/settlement-batches/{id}","free","record"],
  /** List the lines of a batch. Every capture and refund the batch settled, oldest first. Their net adds up to captured − refunded − fee. */
  listSettlementLines: ["GET","/v1/settlement-batches/{id}/lines","free","page"],
  /** List payouts. Payouts to all merchants, newest first, with their status. */
  listPayouts: ["GET","/v1/payouts","free","page"],
  /** Get a payout. Returns the payout with the batch it pays out. */
  getPayout: ["GET","/v1/payouts/{id}","free","record"],
  /** List balances. Balances of all merchants, by merchant and currency. */
  listBalances: ["GET","/v1/balances","free","page"],
  /** List balance transactions. Every entry of a merchant’s balance in one currency, newest first, with its cause and the balance after it. For any time span, the opening balance plus all entries equals the closing balance. */
  listBalanceTransactions: ["GET","/v1/balance-transactions","free","page"],
  /** Create a report. Prepares a file of all records in a time span in the background. Get the report until its status is `done`, then download the file from its `fileUrl`. A report up to now starts half a minute later, so that it includes requests in progress. At most 5 can be in progress at once. */
  createReport: ["POST","/v1/reports","key","record"],
  /** List reports. Reports requested through the API or in the console, newest first. */
  listReports: ["GET","/v1/reports","free","page"],
  /** Get a report. Returns the report’s progress and, once it’s done, a link to its file that works for 15 minutes. */
  getReport: ["GET","/v1/reports/{id}","free","record"],
  /** Create a payment code. A code with a PIN for a member of the tenant. Both are stored as hashes. The PIN is shown once; a repeat under the same Idempotency-Key shows the code again, from an encrypted copy of the first response. */
  createPaymentCode: ["POST","/v1/payment-codes","key","record"],
  /** Redeem a payment code. Places a hold on the member’s account that you can capture, increment, or reverse; with `capture`, takes the money at once. A wrong PIN is a decline and counts as a try. */
  redeemPaymentCode: ["POST","/v1/payment-codes/authorize","key","record"],
  /** Get a payment code. Status, limits, and uses of a code that the tenant created. Never the PIN. */
  getPaymentCode: ["GET","/v1/payment-codes/{code}","free","record"],
  /** Revoke a payment code. Ends the code immediately. Its holds stay but can’t be incremented anymore. A code that was used up, locked, or expired keeps that status and is also marked revoked. Revoking twice isn’t an error. */
  revokePaymentCode: ["POST","/v1/payment-codes/{code}/revoke","key","record"],
  /** Replace a payment code. For a code whose PIN was lost: ends it immediately, and creates another with the same member, account, merchant, limits, terms, and deadline, and with a new PIN. Only a code that never paid and can still be used is replaced. */
  replacePaymentCode: ["POST","/v1/payment-codes/{code}/replace","key","record"],
  /** Subscribe to events. The signing secret is shown in this response only. A tenant can have at most 50 subscriptions that aren’t revoked. */
  createWebhookSubscription: ["POST","/v1/webhook-subscriptions","key","record"],
  /** List subscriptions. The tenant’s subscriptions, newest first. */
  listWebhookSubscriptions: ["GET","/v1/webhook-subscriptions","free","page"],
  /** Get a subscription. Never the secret. */
  getWebhookSubscription: ["GET","/v1/webhook-subscriptions/{id}","free","record"],
  /** Change, pause or reactivate a subscription. A paused subscription sends nothing and misses new events. Deliveries already in progress continue once it is active again. `status: active` resets failureCount to 0. */
  updateWebhookSubscription: ["PATCH","/v1/webhook-subscriptions/{id}","key","record"],
  /** Revoke a subscription. It gets no new deliveries; those in progress are still attempted. Revoking twice isn’t an error. */
  revokeWebhookSubscription: ["DELETE","/v1/webhook-subscriptions/{id}","key","record"],
  /** Replace the signing secret. The old secret stops working immediately. Every later attempt, including retries, is signed with the new one. */
  rotateWebhookSecret: ["POST","/v1/webhook-subscriptions/{id}/rotate-secret","key","record"],
  /** Rotate the signing secret without a gap. Shows the next secret now. Until `at`, deliveries are signed with both: `webhook-signature` carries two signatures. `X-SVC-Signature` carries one, and switches to the next secret at that moment. Calling it again replaces a secret that hasn’t taken over yet. */
  makeNextWebhookSecret: ["POST","/v1/webhook-subscriptions/{id}/next-secret","key","record"],
  /** Send a sample event. Delivers made-up data with `test: true` like any event: signed, retried, listed. An addition beyond the specification. */
  sendTestWebhook: ["POST","/v1/webhook-subscriptions/{id}/test","key","record"],
  /** List deliveries. The subscription’s deliveries, newest first, each with the body it posts. */
  listWebhookDeliveries: ["GET","/v1/webhook-subscriptions/{id}/deliveries","free","page"],
  /** Retry a delivery now. Retries the delivery now. If all attempts are used up, makes one more. An addition beyond the specification. */
  retryWebhookDelivery: ["POST","/v1/webhook-subscriptions/{id}/deliveries/{deliveryId}/retry","key","record"],
  /** Get the newest replay. Returns its progress, and what has failed. An addition beyond the specification. */
  getWebhookReplay: ["GET","/v1/webhook-subscriptions/{id}/replay","free","record"],
  /** Send events again. After an outage or a pause: sends the events of a time span again, oldest first, alongside new ones. A delivery keeps its id (`webhook-id`), so deduplicate as always; a missed event gets a new one. With `preview` it only counts. An addition beyond the specification. */
  replayWebhookEvents: ["POST","/v1/webhook-subscriptions/{id}/replay","key","record"],
  /** Cancel the replay. Deliveries already due are still sent. Canceling a finished replay has no effect. An addition beyond the specification. */
  cancelWebhookReplay: ["DELETE","/v1/webhook-subscriptions/{id}/replay","key","record"],
  /** List events. Events of the last 30 days, newest first, as they were or would have been sent, whether or not anyone subscribed. An addition beyond the specification. */
  listEvents: ["GET","/v1/events","free","page"],
  /** Get an event. Returns one of the last 30 days. An addition beyond the specification. */
  getEvent: ["GET","/v1/events/{id}","free","record"],
  /** Who am I. The tenant and API key behind the credentials of this request. */
  getTenantIdentity: ["GET","/v1/me","free","record"],
  /** List requests. The log of the last 30 days: requests with your keys and your merchants’, refused ones too, newest first, about a second after they were answered. A successful reading of the log isn’t in it. The key needs to read all resources. Bodies are in the console. */
  listRequests: ["GET","/v1/requests","free","page"],
  /** Create a code as a member. Does what a member does in the portal: creates an 8-character code without a PIN. The code is shown once. */
  createMemberCode: ["POST","/v1/sandbox/member-codes","key","record"],
  /** Replace a code as its member. For a code that was lost: ends it immediately, and creates another with the same terms and deadline. Only a code that never paid and can still be used is replaced. */
  replaceMemberCode: ["POST","/v1/sandbox/member-codes/{id}/replace","key","record"],
  /** Approve a recurring authorization as its member. Does what a member does in the portal. The member can choose the account, a lower cap, and a longer interval. */
  approveAgreement: ["POST","/v1/sandbox/agreements/{id}/approve","key","record"],
  /** Deny a recurring authorization as its member. Does what a member does in the portal. */
  denyAgreement: ["POST","/v1/sandbox/agreements/{id}/deny","key","record"],
  /** Approve a charge request as its member. Does what a member does in the portal: the charge is made now, once, for the amount that was requested. */
  approveChargeRequest: ["POST","/v1/sandbox/charge-requests/{id}/approve","key","record"],
  /** Deny a charge request as its member. Does what a member does in the portal: the charge is declined. */
  denyChargeRequest: ["POST","/v1/sandbox/charge-requests/{id}/deny","key","record"],
  /** Let a declined payment through as its member. Does what a member does in the portal after a decline whose details have `rescue.until`. Your next try of up to this amount, with the same card or code at the same merchant and a new Idempotency-Key, is decided without the member’s own freeze and limits, once. To get such a decline, create a member code and charge it with more than its `maxAmount`: 61. */
  rescueAuthorization: ["POST","/v1/sandbox/authorizations/{id}/rescue","key","record"],
  /** Dispute a payment as its member. Does what a member does in the wallet, for a payment by one of your own members. A payment has at most one dispute: a second request returns the first. */
  openSandboxDispute: ["POST","/v1/sandbox/disputes","key","record"],
  /** Answer a closed dispute as its member. Does what a member does in the wallet, once for each dispute of one of your own members. */
  answerSandboxDispute: ["POST","/v1/sandbox/disputes/{id}/answer","key","record"],
  /** Settle now. Ends the day early for your merchants, with batches, payouts, and statements for what they have so far. */
  settle: ["POST","/v1/sandbox/settlements","key","record"],
  /** Answer a payout as the bank. Does what operators and the bank do in live: sends a payout of a merchant or member, and reports it as paid or returned. A paid payout can still be returned. */
  answerPayout: ["POST","/v1/sandbox/payouts/{id}/answer","key","record"],
  /** Add test money to a member’s account. For an account of one of the tenant’s members, in the account’s currency. */
  fundAccount: ["POST","/v1/sandbox/accounts/{id}/fund","key","record"],
  /** Read the sandbox clock. Returns the current time in your test environment, and what happened when the clock last moved. */
  getSandboxClock: ["GET","/v1/sandbox/clock","free","record"],
  /** Move the sandbox clock forward. Moves the clock of your test environment, and does everything that falls due on the way, in order: holds, codes, and requests expire, days are settled, and webhooks are retried. It never goes back. If this takes more than 20 seconds, the response is `temporarily_unavailable` and the clock keeps moving: repeat the request with the same Idempotency-Key. The clock of the shared sandbox can’t be moved. */
  advanceSandboxClock: ["POST","/v1/sandbox/clock/advance","key","record"],
  /** Check the service. Answers 200 once the service can reach its database. Needs no credentials. */
  getHealth: ["GET","/v1/health","free","record"],
  /** Check a payment code. Checks whether a sale could use the code: its format, status, limits, and terms. Needs no PIN and uses nothing up. */
  validatePaymentCode: ["POST","/merchant/v1/paymentcodes/validate","free","record"],
  /** Charge a payment code. Authorizes and captures in one step. A 10-character code needs its PIN. A wrong PIN counts as a try. */
  sellPaymentCode: ["POST","/merchant/v1/paymentcodes/sale","key","record"],
  /** Charge a payment code again. A sale without the member present, within the code’s interval, limit, and last day. The first charge binds the code to this merchant and is the only one that needs the PIN. */
  chargePaymentCode: ["POST","/merchant/v1/paymentcodes/recurring-charge","key","record"],
  /** Authorize. Places a hold on the member’s account. No money moves. A decline is a response with approved set to false. */
  authorizeTransaction: ["POST","/merchant/v1/transactions/authorize","key","record"],
  /** Increase a hold. Increases a hold, on whatever paid for it. A capture of the first authorization includes the increments. A declined increment leaves the hold unchanged. */
  incrementTransaction: ["POST","/merchant/v1/transactions/increment","key","record"],
  /** Capture. Takes the held money, all or part of it, once or several times. */
  captureTransaction: ["POST","/merchant/v1/transactions/capture","key","record"],
  /** Void. Releases the remaining hold, all or part of it. Captured money stays captured: see capturedAmount and authorizationStatus. */
  voidTransaction: ["POST","/merchant/v1/transactions/void","key","record"],
  /** Sell. Authorizes and captures in one step. Either both happen or neither does. */
  sellTransaction: ["POST","/merchant/v1/transactions/sale","key","record"],
  /** Refund. Returns captured money, in one or several parts, any time after the capture. Before settlement it reduces the batch. After it, any debt carries into the next batch. A key without the scope `refund` can refund only its own sales, in full (without `amount`) and within ten minutes. */
  refundTransaction: ["POST","/merchant/v1/transactions/refund","key","record"],
  /** Reverse the same day. Undoes a whole transaction before it settles. Same-day reversal must be enabled for the account. A key without the scope `refund` can reverse only its own sales, within ten minutes. */
  reverseTransaction: ["POST","/merchant/v1/transactions/reverse","key","record"],
  /** Get. Finds out what happened to a request whose response was lost, on either surface. A transactionId finds one capture. A merchantReference finds the newest authorization with it, or with a capture, void, or refund that has it, approved ones first, and everything that belongs to it. An increment is found by its own. */
  getTransaction: ["POST","/merchant/v1/transactions/get","free","record"],
  /** List authorizations. The merchant’s first authorizations, approved and declined, newest first, with the same fields and filters as on /v1. `open` lists the holds that wait for a capture or a void. */
  listMerchantAuthorizations: ["POST","/merchant/v1/authorizations/list","free","page"],
  /** List captures. The merchant’s captures, newest first, with the same fields and filters as on /v1. */
  listTransactions: ["POST","/merchant/v1/transactions/list","free","page"],
  /** List refunds. The merchant’s refunds, newest first, with the same fields and filters as on /v1. */
  listMerchantRefunds: ["POST","/merchant/v1/refunds/list","free","page"],
  /** List settlement batches. The merchant’s batches, newest first, whether closed at the end of a day or on request. */
  listSettlements: ["POST","/merchant/v1/settlements/list","free","page"],
  /** List the lines of a batch. Every capture and refund the batch settled, oldest first. Their net adds up to captured − refunded − fee. */
  listMerchantLines: ["POST","/merchant/v1/settlements/lines","free","page"],
  /** List payouts. Payouts to the merchant, newest first, with their status. */
  listMerchantPayouts: ["POST","/merchant/v1/payouts/list","free","page"],
  /** Get balances. The merchant’s balances, by currency. */
  getMerchantBalances: ["POST","/merchant/v1/balances/get","free","page"],
  /** List balance transactions. Every entry of the merchant’s balance in one currency, newest first, with its cause and the balance after it. For any time span, the opening balance plus all entries equals the closing balance. */
  listMerchantEntries: ["POST","/merchant/v1/balances/transactions","free","page"],
  /** Request a recurring authorization. Asks the member, who has seven days to answer. Nothing can be charged until they approve. If a payment code doesn’t allow it, the response is Denied with the reason. */
  authorizeRecurring: ["POST","/merchant/v1/recurring/authorize","key","record"],
  /** Charge a recurring authorization. A merchant-initiated sale. Unless the agreement is Active, it is declined with 57, or with R1 once revoked. With `onExceed`, a charge over the cap or too early becomes a request to the member, who has three days to answer. An agreement has one pending request, and at most three in 24 hours. */
  chargeRecurring: ["POST","/merchant/v1/recurring/charge","key","record"],
  /** Get a recurring authorization. Returns the agreement’s status, use, and terms: once approved, the terms that the member approved. */
  getRecurring: ["POST","/merchant/v1/recurring/get","free","record"],
  /** List recurring authorizations. Everything the merchant requested, newest first, approved or not. */
  listRecurring: ["POST","/merchant/v1/recurring/list","free","page"],
  /** Check a charge beforehand. Checks whether a charge of this amount would be allowed on a given day by the agreement’s terms and the merchant’s status; if not, returns the decline reason. Nothing is recorded, and the member isn’t notified. The account’s funds and the risk score are checked only by the charge itself. */
  preflightRecurring: ["POST","/merchant/v1/recurring/preflight","free","record"],
  /** Revoke a recurring authorization. Every later charge is declined. A pending request is withdrawn. Revoking twice isn’t an error. */
  revokeRecurring: ["POST","/merchant/v1/recurring/revoke","key","record"],
  /** Get a charge request. Returns the member’s answer, and the resulting payment or decline. Another charge, or the end of the agreement, withdraws a pending request. Each request ends with one payment or one decline, whose events name it in `metadata.chargeRequestId`. */
  getChargeRequest: ["POST","/merchant/v1/recurring/chargerequests/get","free","record"],
  /** Subscribe to events. The signing secret is shown in this response only. A merchant can have at most 10 subscriptions that aren’t revoked. */
  createOwnWebhookSubscription: ["POST","/merchant/v1/webhook-subscriptions/create","key","record"],
  /** List subscriptions. The merchant’s subscriptions, newest first. */
  listOwnWebhookSubscriptions: ["POST","/merchant/v1/webhook-subscriptions/list","free","page"],
  /** Get a subscription. Never the secret. */
  getOwnWebhookSubscription: ["POST","/merchant/v1/webhook-subscriptions/get","free","record"],
  /** Change, pause or reactivate a subscription. A paused subscription sends nothing and misses new events. `status: active` resets failureCount to 0. */
  updateOwnWebhookSubscription: ["POST","/merchant/v1/webhook-subscriptions/update","key","record"],
  /** Revoke a subscription. It gets no new deliveries; those in progress are still attempted. Revoking twice isn’t an error. */
  deleteOwnWebhookSubscription: ["POST","/merchant/v1/webhook-subscriptions/delete","key","record"],
  /** Replace the signing secret. The old secret stops working immediately. */
  rotateOwnWebhookSecret: ["POST","/merchant/v1/webhook-subscriptions/rotate-secret","key","record"],
  /** Rotate the signing secret without a gap. Shows the next secret now. Until `at`, deliveries are signed with both, as on /v1. */
  makeOwnNextWebhookSecret: ["POST","/merchant/v1/webhook-subscriptions/next-secret","key","record"],
  /** List deliveries. Deliveries of one of the merchant’s subscriptions, newest first, each with the body it posts. */
  listOwnWebhookDeliveries: ["POST","/merchant/v1/webhook-subscriptions/deliveries","free","page"],
  /** Retry a delivery now. Retries the delivery now. If all attempts are used up, makes one more. An addition beyond the specification. */
  retryOwnWebhookDelivery: ["POST","/merchant/v1/webhook-subscriptions/retry-delivery","key","record"],
  /** Send events again. After an outage or a pause: sends the events of a time span again, oldest first, alongside new ones. A delivery keeps its id (`webhook-id`), so deduplicate as always; a missed event gets a new one. With `preview` it only counts. An addition beyond the specification. Only the merchant’s own events are sent. */
  replayOwnWebhookEvents: ["POST","/merchant/v1/webhook-subscriptions/replay","key","record"],
  /** Get the newest replay. Returns its progress, and what has failed. An addition beyond the specification. */
  getOwnWebhookReplay: ["POST","/merchant/v1/webhook-subscriptions/get-replay","free","record"],
  /** Cancel the replay. Deliveries already due are still sent. Canceling a finished replay has no effect. An addition beyond the specification. */
  cancelOwnWebhookReplay: ["POST","/merchant/v1/webhook-subscriptions/cancel-replay","key","record"],
  /** List events. The merchant’s events of the last 30 days, newest first, as they were or would have been sent, whether or not it subscribed. If your tenant has many events, narrow `created` to speed this up. */
  listMerchantEvents: ["POST","/merchant/v1/events/list","free","page"],
  /** Get an event. Returns one of the last 30 days. An addition beyond the specification. */
  getMerchantEvent: ["POST","/merchant/v1/events/get","free","record"],
} as const;
