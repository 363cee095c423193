# Made by generate.ts from documents 852c271d6a38f052.
from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple


class Operations:
    def _call(
        self,
        operation: Tuple[str, str, bool, bool],
        fields: Dict[str, Any],
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
    ) -> Any:
        raise NotImplementedError

    def create_authorization(
        self,
        *,
        panToken: str,
        amount: float,
        currency: Optional[str] = None,
        channel: Optional[str] = None,
        merchant: Optional[str] = None,
        capture: Optional[bool] = None,
        merchantNameRaw: Optional[str] = None,
        mcc: Optional[str] = None,
        mode: Optional[str] = None,
        avsResult: Optional[str] = None,
        cvvResult: Optional[str] = None,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Authorize a card.

        The answer has status, amount, authorizationId, recordId, reasonCode, reasonMessage, details, merchantReference,
        approvalCode, expires, transactionId.
        """
        fields = {"panToken": panToken, "amount": amount, "currency": currency, "channel": channel, "merchant": merchant, "capture": capture, "merchantNameRaw": merchantNameRaw, "mcc": mcc, "mode": mode, "avsResult": avsResult, "cvvResult": cvvResult, "merchantReference": merchantReference, "metadata": metadata, **more}
        operation = ("POST", "/v1/authorizations", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def list_authorizations(
        self,
        *,
        status: Optional[str] = None,
        open: Optional[bool] = None,
        created: Optional[Dict[str, Any]] = None,
        member: Optional[str] = None,
        card: Optional[str] = None,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        currency: Optional[str] = None,
        instrument: Optional[str] = None,
        merchant: Optional[str] = None,
        amount: Optional[Dict[str, Any]] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List authorizations: a page, which is iterated.

        Each record has id, authorizationId, recordId, status, amount, captured, reversed, capturable, voidable,
        refundable, currency, card, member, account, merchant, merchantNameRaw, mcc, channel, mode, avsResult,
        cvvResult, merchantReference, metadata, approvalCode, responseCode, reasonCode, reasonTitle, created, expires,
        acknowledged, settled, parentAuthorization.
        """
        fields = {"status": status, "open": open, "created": created, "member": member, "card": card, "merchantReference": merchantReference, "metadata": metadata, "currency": currency, "instrument": instrument, "merchant": merchant, "amount": amount, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/authorizations", False, True)
        return self._call(operation, fields, None, None)

    def get_authorization(
        self,
        *,
        id: str,
        **more: Any,
    ) -> Any:
        """Get an authorization.

        The answer has id, authorizationId, recordId, status, amount, captured, reversed, capturable, voidable,
        refundable, currency, card, member, account, merchant, merchantNameRaw, mcc, channel, mode, avsResult,
        cvvResult, merchantReference, metadata, approvalCode, responseCode, reasonCode, reasonTitle, created, expires,
        acknowledged, settled, parentAuthorization, captures, refunds.
        """
        fields = {"id": id, **more}
        operation = ("GET", "/v1/authorizations/{id}", False, False)
        return self._call(operation, fields, None, None)

    def increment_authorization(
        self,
        *,
        id: str,
        amount: float,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Increase a hold.

        The answer has status, amount, authorizationId, recordId, reasonCode, reasonMessage, details, merchantReference,
        approvalCode, parentAuthorization, expires.
        """
        fields = {"id": id, "amount": amount, "merchantReference": merchantReference, "metadata": metadata, **more}
        operation = ("POST", "/v1/authorizations/{id}/increment", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def capture_authorization(
        self,
        *,
        id: str,
        amount: Optional[float] = None,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Capture a hold.

        The answer has status, amountCaptured, transactionId, authorizationId, recordId, authorizationStatus,
        merchantReference, idempotencyKey, acknowledged, settled.
        """
        fields = {"id": id, "amount": amount, "merchantReference": merchantReference, "metadata": metadata, **more}
        operation = ("POST", "/v1/authorizations/{id}/capture", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def reverse_authorization(
        self,
        *,
        id: str,
        amount: Optional[float] = None,
        kind: Optional[str] = None,
        reason: Optional[str] = None,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Void or refund.

        The answer has status, amountReversed, amountVoided, amountRefunded, refundId, authorizationId, recordId,
        authorizationStatus, merchantReference, reasonCode, idempotencyKey, settled.
        """
        fields = {"id": id, "amount": amount, "kind": kind, "reason": reason, "merchantReference": merchantReference, "metadata": metadata, **more}
        operation = ("POST", "/v1/authorizations/{id}/reverse", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def list_captures(
        self,
        *,
        status: Optional[str] = None,
        created: Optional[Dict[str, Any]] = None,
        member: Optional[str] = None,
        card: Optional[str] = None,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        currency: Optional[str] = None,
        instrument: Optional[str] = None,
        merchant: Optional[str] = None,
        amount: Optional[Dict[str, Any]] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List captures: a page, which is iterated.

        Each record has id, transactionId, status, amount, refunded, refundable, currency, authorizationId, recordId,
        merchant, card, member, account, instrument, merchantReference, metadata, createdAt, settledAt, batchId,
        payoutId.
        """
        fields = {"status": status, "created": created, "member": member, "card": card, "merchantReference": merchantReference, "metadata": metadata, "currency": currency, "instrument": instrument, "merchant": merchant, "amount": amount, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/transactions", False, True)
        return self._call(operation, fields, None, None)

    def get_capture(
        self,
        *,
        id: str,
        **more: Any,
    ) -> Any:
        """Get a capture.

        The answer has id, transactionId, status, amount, refunded, refundable, currency, authorizationId, recordId,
        merchant, card, member, account, instrument, merchantReference, metadata, createdAt, settledAt, batchId,
        payoutId.
        """
        fields = {"id": id, **more}
        operation = ("GET", "/v1/transactions/{id}", False, False)
        return self._call(operation, fields, None, None)

    def list_refunds(
        self,
        *,
        status: Optional[str] = None,
        created: Optional[Dict[str, Any]] = None,
        member: Optional[str] = None,
        card: Optional[str] = None,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        currency: Optional[str] = None,
        instrument: Optional[str] = None,
        merchant: Optional[str] = None,
        amount: Optional[Dict[str, Any]] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List refunds: a page, which is iterated.

        Each record has id, refundId, status, amount, reason, transactionId, transactions, currency, authorizationId,
        recordId, merchant, card, member, account, instrument, merchantReference, metadata, createdAt, settledAt,
        batchId, payoutId.
        """
        fields = {"status": status, "created": created, "member": member, "card": card, "merchantReference": merchantReference, "metadata": metadata, "currency": currency, "instrument": instrument, "merchant": merchant, "amount": amount, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/refunds", False, True)
        return self._call(operation, fields, None, None)

    def get_refund(
        self,
        *,
        id: str,
        **more: Any,
    ) -> Any:
        """Get a refund.

        The answer has id, refundId, status, amount, reason, transactionId, transactions, currency, authorizationId,
        recordId, merchant, card, member, account, instrument, merchantReference, metadata, createdAt, settledAt,
        batchId, payoutId.
        """
        fields = {"id": id, **more}
        operation = ("GET", "/v1/refunds/{id}", False, False)
        return self._call(operation, fields, None, None)

    def list_disputes(
        self,
        *,
        created: Optional[Dict[str, Any]] = None,
        status: Optional[str] = None,
        outcome: Optional[str] = None,
        reason: Optional[str] = None,
        merchant: Optional[str] = None,
        member: Optional[str] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List disputes: a page, which is iterated.

        Each record has id, disputeId, status, authorizationId, recordId, merchant, currency, amount, amountReturned,
        merchantReference, member, reason, note, outcome, message, answer, createdAt, closedAt, answeredAt.
        """
        fields = {"created": created, "status": status, "outcome": outcome, "reason": reason, "merchant": merchant, "member": member, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/disputes", False, True)
        return self._call(operation, fields, None, None)

    def get_dispute(
        self,
        *,
        id: str,
        **more: Any,
    ) -> Any:
        """Get a dispute.

        The answer has id, disputeId, status, authorizationId, recordId, merchant, currency, amount, amountReturned,
        merchantReference, member, reason, note, outcome, message, answer, createdAt, closedAt, answeredAt.
        """
        fields = {"id": id, **more}
        operation = ("GET", "/v1/disputes/{id}", False, False)
        return self._call(operation, fields, None, None)

    def close_dispute(
        self,
        *,
        id: str,
        outcome: str,
        message: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Close a dispute.

        The answer has id, disputeId, status, authorizationId, recordId, merchant, currency, amount, amountReturned,
        merchantReference, member, reason, outcome, createdAt, closedAt, answeredAt, note, message, answer.
        """
        fields = {"id": id, "outcome": outcome, "message": message, **more}
        operation = ("POST", "/v1/disputes/{id}/close", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def create_merchant(
        self,
        *,
        name: str,
        mcc: str,
        externalId: Optional[str] = None,
        settings: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Onboard a merchant.

        The answer has id, name, mcc, externalId, status, isDefault, settings, createdAt.
        """
        fields = {"name": name, "mcc": mcc, "externalId": externalId, "settings": settings, **more}
        operation = ("POST", "/v1/merchants", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def list_merchants(
        self,
        *,
        externalId: Optional[str] = None,
        status: Optional[str] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List merchants: a page, which is iterated.

        Each record has id, name, mcc, externalId, status, isDefault, settings, createdAt.
        """
        fields = {"externalId": externalId, "status": status, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/merchants", False, True)
        return self._call(operation, fields, None, None)

    def get_merchant(
        self,
        *,
        id: str,
        **more: Any,
    ) -> Any:
        """Get a merchant.

        The answer has id, name, mcc, externalId, status, isDefault, settings, createdAt, payoutAccount,
        nextPayoutAccount, prices.
        """
        fields = {"id": id, **more}
        operation = ("GET", "/v1/merchants/{id}", False, False)
        return self._call(operation, fields, None, None)

    def update_merchant(
        self,
        *,
        id: str,
        name: Optional[str] = None,
        mcc: Optional[str] = None,
        externalId: Optional[Any] = None,
        settings: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Change a merchant.

        The answer has id, name, mcc, externalId, status, isDefault, settings, createdAt.
        """
        fields = {"id": id, "name": name, "mcc": mcc, "externalId": externalId, "settings": settings, **more}
        operation = ("PATCH", "/v1/merchants/{id}", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def set_payout_account(
        self,
        *,
        id: str,
        holder: str,
        country: str,
        accountNumber: str,
        bankCode: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Set where a merchant is paid out.

        The answer has merchant, country, last4, createdAt, worksFrom.
        """
        fields = {"id": id, "holder": holder, "country": country, "accountNumber": accountNumber, "bankCode": bankCode, **more}
        operation = ("POST", "/v1/merchants/{id}/payout-account", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def set_merchant_price(
        self,
        *,
        id: str,
        currency: str,
        basisPoints: int,
        effectiveOn: str,
        fixed: Optional[float] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Set a merchant’s price.

        The answer has id, currency, basisPoints, fixed, effectiveOn, state, createdAt.
        """
        fields = {"id": id, "currency": currency, "basisPoints": basisPoints, "fixed": fixed, "effectiveOn": effectiveOn, **more}
        operation = ("POST", "/v1/merchants/{id}/prices", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def create_merchant_key(
        self,
        *,
        id: str,
        name: Optional[str] = None,
        scopes: Optional[List[Any]] = None,
        expiresAt: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Create a key for a merchant.

        The answer has id, keyId, name, scopes, createdAt, expiresAt, lastUsedAt, revokedAt, key, secretShown.
        """
        fields = {"id": id, "name": name, "scopes": scopes, "expiresAt": expiresAt, **more}
        operation = ("POST", "/v1/merchants/{id}/keys", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def list_merchant_keys(
        self,
        *,
        id: str,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List a merchant’s keys: a page, which is iterated.

        Each record has id, keyId, name, scopes, createdAt, expiresAt, lastUsedAt, revokedAt.
        """
        fields = {"id": id, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/merchants/{id}/keys", False, True)
        return self._call(operation, fields, None, None)

    def roll_merchant_key(
        self,
        *,
        id: str,
        keyId: str,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Roll a merchant’s key.

        The answer has id, keyId, name, scopes, createdAt, expiresAt, lastUsedAt, revokedAt, key, secretShown.
        """
        fields = {"id": id, "keyId": keyId, **more}
        operation = ("POST", "/v1/merchants/{id}/keys/{keyId}/roll", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def revoke_merchant_key(
        self,
        *,
        id: str,
        keyId: str,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Revoke a merchant’s key.

        The answer has id, revoked.
        """
        fields = {"id": id, "keyId": keyId, **more}
        operation = ("DELETE", "/v1/merchants/{id}/keys/{keyId}", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def create_member(
        self,
        *,
        name: str,
        externalId: Optional[str] = None,
        email: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Create a member.

        The answer has id, name, externalId, email, metadata, createdAt, erasedAt.
        """
        fields = {"name": name, "externalId": externalId, "email": email, "metadata": metadata, **more}
        operation = ("POST", "/v1/members", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def list_members(
        self,
        *,
        externalId: Optional[str] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List members: a page, which is iterated.

        Each record has id, name, externalId, email, metadata, createdAt, erasedAt.
        """
        fields = {"externalId": externalId, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/members", False, True)
        return self._call(operation, fields, None, None)

    def get_member(
        self,
        *,
        id: str,
        **more: Any,
    ) -> Any:
        """Get a member.

        The answer has id, name, externalId, email, metadata, createdAt, erasedAt.
        """
        fields = {"id": id, **more}
        operation = ("GET", "/v1/members/{id}", False, False)
        return self._call(operation, fields, None, None)

    def update_member(
        self,
        *,
        id: str,
        name: Optional[str] = None,
        externalId: Optional[Any] = None,
        email: Optional[Any] = None,
        metadata: Optional[Any] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Change a member.

        The answer has id, name, externalId, email, metadata, createdAt, erasedAt.
        """
        fields = {"id": id, "name": name, "externalId": externalId, "email": email, "metadata": metadata, **more}
        operation = ("PATCH", "/v1/members/{id}", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def invite_member(
        self,
        *,
        id: str,
        email: str,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Invite a member to the wallet.

        The answer has member, link, secretShown.
        """
        fields = {"id": id, "email": email, **more}
        operation = ("POST", "/v1/members/{id}/invitations", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def open_member_account(
        self,
        *,
        id: str,
        currency: str,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Open an account for a member.

        The answer has id, member, currency, available, held, posted, status, fundingReference, createdAt.
        """
        fields = {"id": id, "currency": currency, **more}
        operation = ("POST", "/v1/members/{id}/accounts", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def list_member_accounts(
        self,
        *,
        id: str,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List a member’s accounts: a page, which is iterated.

        Each record has id, member, currency, available, held, posted, status, fundingReference, createdAt.
        """
        fields = {"id": id, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/members/{id}/accounts", False, True)
        return self._call(operation, fields, None, None)

    def get_member_account(
        self,
        *,
        id: str,
        **more: Any,
    ) -> Any:
        """Get an account.

        The answer has id, member, currency, available, held, posted, status, fundingReference, createdAt.
        """
        fields = {"id": id, **more}
        operation = ("GET", "/v1/accounts/{id}", False, False)
        return self._call(operation, fields, None, None)

    def list_accounts(
        self,
        *,
        member: Optional[str] = None,
        currency: Optional[str] = None,
        status: Optional[str] = None,
        nonZero: Optional[bool] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List accounts: a page, which is iterated.

        Each record has id, member, currency, available, held, posted, status, fundingReference, createdAt.
        """
        fields = {"member": member, "currency": currency, "status": status, "nonZero": nonZero, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/accounts", False, True)
        return self._call(operation, fields, None, None)

    def list_account_entries(
        self,
        *,
        id: str,
        created: Optional[Dict[str, Any]] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List the entries of an account: a page, which is iterated.

        Each record has id, kind, amount, balance, transactionId, refundId, authorizationId, recordId, merchant,
        merchantName, createdAt.
        """
        fields = {"id": id, "created": created, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/accounts/{id}/entries", False, True)
        return self._call(operation, fields, None, None)

    def get_account_balance(
        self,
        *,
        id: str,
        asOf: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Get the balance of an account at a time.

        The answer has account, member, currency, asOf, balance.
        """
        fields = {"id": id, "asOf": asOf, **more}
        operation = ("GET", "/v1/accounts/{id}/balance", False, False)
        return self._call(operation, fields, None, None)

    def list_account_statements(
        self,
        *,
        id: str,
        **more: Any,
    ) -> Any:
        """List the statements of an account.

        The answer has account, member, currency, timeZone, statements.
        """
        fields = {"id": id, **more}
        operation = ("GET", "/v1/accounts/{id}/statements", False, False)
        return self._call(operation, fields, None, None)

    def open_float(
        self,
        *,
        currency: str,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Open a float.

        The answer has id, currency, available, fundingReference, bankAccount, createdAt.
        """
        fields = {"currency": currency, **more}
        operation = ("POST", "/v1/floats", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def list_floats(
        self,
        **more: Any,
    ) -> Any:
        """List floats.

        The answer has data.
        """
        fields = {**more}
        operation = ("GET", "/v1/floats", False, False)
        return self._call(operation, fields, None, None)

    def create_funding(
        self,
        *,
        account: str,
        amount: float,
        bankReference: str,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Fund a member’s account.

        The answer has id, account, member, currency, amount, kind, bankReference, reverses, reversedBy, createdAt.
        """
        fields = {"account": account, "amount": amount, "bankReference": bankReference, **more}
        operation = ("POST", "/v1/fundings", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def list_fundings(
        self,
        *,
        account: Optional[str] = None,
        created: Optional[Dict[str, Any]] = None,
        member: Optional[str] = None,
        externalId: Optional[str] = None,
        kind: Optional[str] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List fundings: a page, which is iterated.

        Each record has id, account, member, currency, amount, kind, bankReference, reverses, reversedBy, createdAt.
        """
        fields = {"account": account, "created": created, "member": member, "externalId": externalId, "kind": kind, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/fundings", False, True)
        return self._call(operation, fields, None, None)

    def get_funding(
        self,
        *,
        id: str,
        **more: Any,
    ) -> Any:
        """Get a funding.

        The answer has id, account, member, currency, amount, kind, bankReference, reverses, reversedBy, createdAt.
        """
        fields = {"id": id, **more}
        operation = ("GET", "/v1/fundings/{id}", False, False)
        return self._call(operation, fields, None, None)

    def reverse_funding(
        self,
        *,
        id: str,
        bankReference: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Reverse a funding.

        The answer has id, account, member, currency, amount, kind, bankReference, reverses, reversedBy, createdAt.
        """
        fields = {"id": id, "bankReference": bankReference, **more}
        operation = ("POST", "/v1/fundings/{id}/reverse", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def create_member_payout(
        self,
        *,
        account: str,
        country: str,
        accountNumber: str,
        amount: Optional[float] = None,
        bankCode: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Pay a member out.

        The answer has id, memberPayoutId, account, member, currency, amount, fee, status, endToEndId, last4,
        exportedAt, sentAt, paidAt, returnedAt, returnReason, createdAt.
        """
        fields = {"account": account, "amount": amount, "country": country, "accountNumber": accountNumber, "bankCode": bankCode, **more}
        operation = ("POST", "/v1/member-payouts", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def list_member_payouts(
        self,
        *,
        created: Optional[Dict[str, Any]] = None,
        status: Optional[str] = None,
        member: Optional[str] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List members’ payouts: a page, which is iterated.

        Each record has id, memberPayoutId, account, member, currency, amount, fee, status, endToEndId, last4,
        exportedAt, sentAt, paidAt, returnedAt, returnReason, createdAt.
        """
        fields = {"created": created, "status": status, "member": member, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/member-payouts", False, True)
        return self._call(operation, fields, None, None)

    def get_member_payout(
        self,
        *,
        id: str,
        **more: Any,
    ) -> Any:
        """Get a member’s payout.

        The answer has id, memberPayoutId, account, member, currency, amount, fee, status, endToEndId, last4,
        exportedAt, sentAt, paidAt, returnedAt, returnReason, createdAt.
        """
        fields = {"id": id, **more}
        operation = ("GET", "/v1/member-payouts/{id}", False, False)
        return self._call(operation, fields, None, None)

    def issue_card(
        self,
        *,
        id: str,
        perTransactionLimit: Optional[float] = None,
        dailyAmountLimit: Optional[float] = None,
        dailyCountLimit: Optional[int] = None,
        allowedMccs: Optional[List[Any]] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Issue a card.

        The answer has id, account, member, currency, last4, status, frozenBy, expiresOn, perTransactionLimit,
        dailyAmountLimit, dailyCountLimit, allowedMccs, createdAt, panToken, secretShown.
        """
        fields = {"id": id, "perTransactionLimit": perTransactionLimit, "dailyAmountLimit": dailyAmountLimit, "dailyCountLimit": dailyCountLimit, "allowedMccs": allowedMccs, **more}
        operation = ("POST", "/v1/accounts/{id}/cards", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def list_cards(
        self,
        *,
        id: str,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List an account’s cards: a page, which is iterated.

        Each record has id, account, member, currency, last4, status, frozenBy, expiresOn, perTransactionLimit,
        dailyAmountLimit, dailyCountLimit, allowedMccs, createdAt.
        """
        fields = {"id": id, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/accounts/{id}/cards", False, True)
        return self._call(operation, fields, None, None)

    def get_card(
        self,
        *,
        id: str,
        cardId: str,
        **more: Any,
    ) -> Any:
        """Get a card.

        The answer has id, account, member, currency, last4, status, frozenBy, expiresOn, perTransactionLimit,
        dailyAmountLimit, dailyCountLimit, allowedMccs, createdAt.
        """
        fields = {"id": id, "cardId": cardId, **more}
        operation = ("GET", "/v1/accounts/{id}/cards/{cardId}", False, False)
        return self._call(operation, fields, None, None)

    def update_card(
        self,
        *,
        id: str,
        cardId: str,
        status: Optional[str] = None,
        perTransactionLimit: Optional[Any] = None,
        dailyAmountLimit: Optional[Any] = None,
        dailyCountLimit: Optional[Any] = None,
        allowedMccs: Optional[List[Any]] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Freeze, unfreeze, close, or limit a card.

        The answer has id, account, member, currency, last4, status, frozenBy, expiresOn, perTransactionLimit,
        dailyAmountLimit, dailyCountLimit, allowedMccs, createdAt.
        """
        fields = {"id": id, "cardId": cardId, "status": status, "perTransactionLimit": perTransactionLimit, "dailyAmountLimit": dailyAmountLimit, "dailyCountLimit": dailyCountLimit, "allowedMccs": allowedMccs, **more}
        operation = ("PATCH", "/v1/accounts/{id}/cards/{cardId}", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def replace_card(
        self,
        *,
        id: str,
        cardId: str,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Replace a lost card.

        The answer has id, account, member, currency, last4, status, frozenBy, expiresOn, perTransactionLimit,
        dailyAmountLimit, dailyCountLimit, allowedMccs, createdAt, panToken, secretShown.
        """
        fields = {"id": id, "cardId": cardId, **more}
        operation = ("POST", "/v1/accounts/{id}/cards/{cardId}/replace", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def list_settlement_batches(
        self,
        *,
        created: Optional[Dict[str, Any]] = None,
        merchant: Optional[str] = None,
        currency: Optional[str] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List settlement batches: a page, which is iterated.

        Each record has id, batchId, merchant, currency, day, captureCount, captured, refundCount, refunded, gross, fee,
        net, carriedIn, payout, carriedOut, payoutId, payoutStatus, previousBatchId, createdAt.
        """
        fields = {"created": created, "merchant": merchant, "currency": currency, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/settlement-batches", False, True)
        return self._call(operation, fields, None, None)

    def get_settlement_batch(
        self,
        *,
        id: str,
        **more: Any,
    ) -> Any:
        """Get a settlement batch.

        The answer has id, batchId, merchant, currency, day, captureCount, captured, refundCount, refunded, gross, fee,
        net, carriedIn, payout, carriedOut, payoutId, payoutStatus, previousBatchId, createdAt.
        """
        fields = {"id": id, **more}
        operation = ("GET", "/v1/settlement-batches/{id}", False, False)
        return self._call(operation, fields, None, None)

    def list_settlement_lines(
        self,
        *,
        id: str,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List the lines of a batch: a page, which is iterated.

        Each record has id, kind, transactionId, refundId, authorizationId, recordId, member, account,
        merchantReference, metadata, gross, fee, net, createdAt.
        """
        fields = {"id": id, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/settlement-batches/{id}/lines", False, True)
        return self._call(operation, fields, None, None)

    def list_payouts(
        self,
        *,
        status: Optional[str] = None,
        created: Optional[Dict[str, Any]] = None,
        merchant: Optional[str] = None,
        currency: Optional[str] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List payouts: a page, which is iterated.

        Each record has id, payoutId, batchId, merchant, currency, amount, gross, fee, net, carriedIn, day, status,
        endToEndId, last4, exportedAt, sentAt, paidAt, returnedAt, returnReason, repaidIn, createdAt.
        """
        fields = {"status": status, "created": created, "merchant": merchant, "currency": currency, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/payouts", False, True)
        return self._call(operation, fields, None, None)

    def get_payout(
        self,
        *,
        id: str,
        **more: Any,
    ) -> Any:
        """Get a payout.

        The answer has id, payoutId, batchId, merchant, currency, amount, gross, fee, net, carriedIn, day, status,
        endToEndId, last4, exportedAt, sentAt, paidAt, returnedAt, returnReason, repaidIn, createdAt.
        """
        fields = {"id": id, **more}
        operation = ("GET", "/v1/payouts/{id}", False, False)
        return self._call(operation, fields, None, None)

    def list_balances(
        self,
        *,
        merchant: Optional[str] = None,
        currency: Optional[str] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List balances: a page, which is iterated.

        Each record has id, balanceId, merchant, currency, balance, available, pending, reserved, inTransit, createdAt.
        """
        fields = {"merchant": merchant, "currency": currency, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/balances", False, True)
        return self._call(operation, fields, None, None)

    def list_balance_transactions(
        self,
        *,
        merchant: str,
        currency: str,
        created: Optional[Dict[str, Any]] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List balance transactions: a page, which is iterated.

        Each record has id, kind, amount, balance, transactionId, refundId, payoutId, batchId, authorizationId,
        recordId, merchantReference, createdAt.
        """
        fields = {"merchant": merchant, "currency": currency, "created": created, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/balance-transactions", False, True)
        return self._call(operation, fields, None, None)

    def create_report(
        self,
        *,
        kind: str,
        created: Dict[str, Any],
        merchant: Optional[str] = None,
        currency: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Create a report.

        The answer has id, reportId, kind, format, created, merchant, currency, status, progress, bytes, fileUrl,
        fileUrlExpiresAt, requestedBy, createdAt, finishedAt, expiresAt.
        """
        fields = {"kind": kind, "created": created, "merchant": merchant, "currency": currency, **more}
        operation = ("POST", "/v1/reports", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def list_reports(
        self,
        *,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List reports: a page, which is iterated.

        Each record has id, reportId, kind, format, created, merchant, currency, status, progress, bytes, fileUrl,
        fileUrlExpiresAt, requestedBy, createdAt, finishedAt, expiresAt.
        """
        fields = {"limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/reports", False, True)
        return self._call(operation, fields, None, None)

    def get_report(
        self,
        *,
        id: str,
        **more: Any,
    ) -> Any:
        """Get a report.

        The answer has id, reportId, kind, format, created, merchant, currency, status, progress, bytes, fileUrl,
        fileUrlExpiresAt, requestedBy, createdAt, finishedAt, expiresAt.
        """
        fields = {"id": id, **more}
        operation = ("GET", "/v1/reports/{id}", False, False)
        return self._call(operation, fields, None, None)

    def create_payment_code(
        self,
        *,
        member: str,
        account: Optional[str] = None,
        merchant: Optional[str] = None,
        currency: Optional[str] = None,
        maxAmount: Optional[float] = None,
        expiryMinutes: Optional[int] = None,
        singleUse: Optional[bool] = None,
        allowRecurring: Optional[bool] = None,
        recurringInterval: Optional[str] = None,
        recurringLimit: Optional[int] = None,
        recurringThru: Optional[str] = None,
        displayHint: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        lockoutThreshold: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Create a payment code.

        The answer has status, code, pin, recordId, expiresAt, secretShown.
        """
        fields = {"member": member, "account": account, "merchant": merchant, "currency": currency, "maxAmount": maxAmount, "expiryMinutes": expiryMinutes, "singleUse": singleUse, "allowRecurring": allowRecurring, "recurringInterval": recurringInterval, "recurringLimit": recurringLimit, "recurringThru": recurringThru, "displayHint": displayHint, "metadata": metadata, "lockoutThreshold": lockoutThreshold, **more}
        operation = ("POST", "/v1/payment-codes", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def redeem_payment_code(
        self,
        *,
        code: str,
        pin: str,
        amount: float,
        merchant: str,
        currency: Optional[str] = None,
        capture: Optional[bool] = None,
        deviceFingerprint: Optional[str] = None,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Redeem a payment code.

        The answer has status, amount, authorizationId, recordId, expires, transactionId, account, member, reasonCode,
        reasonMessage, details, matchWords, merchantReference.
        """
        fields = {"code": code, "pin": pin, "amount": amount, "merchant": merchant, "currency": currency, "capture": capture, "deviceFingerprint": deviceFingerprint, "merchantReference": merchantReference, "metadata": metadata, **more}
        operation = ("POST", "/v1/payment-codes/authorize", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def get_payment_code(
        self,
        *,
        code: str,
        **more: Any,
    ) -> Any:
        """Get a payment code.

        The answer has recordId, status, member, account, merchant, currency, maxAmount, singleUse, lockoutThreshold,
        triesLeft, uses, usesRemaining, allowRecurring, recurringInterval, recurringLimit, recurringThru, nextUseOn,
        displayHint, metadata, created, expiresAt, lastUsed, revoked, revokedAt, revokeReason.
        """
        fields = {"code": code, **more}
        operation = ("GET", "/v1/payment-codes/{code}", False, False)
        return self._call(operation, fields, None, None)

    def revoke_payment_code(
        self,
        *,
        code: str,
        reason: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Revoke a payment code.

        The answer has recordId, revoked.
        """
        fields = {"code": code, "reason": reason, **more}
        operation = ("POST", "/v1/payment-codes/{code}/revoke", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def replace_payment_code(
        self,
        *,
        code: str,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Replace a payment code.

        The answer has status, code, pin, recordId, expiresAt, secretShown.
        """
        fields = {"code": code, **more}
        operation = ("POST", "/v1/payment-codes/{code}/replace", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def create_webhook_subscription(
        self,
        *,
        url: str,
        events: List[Any],
        description: Optional[Any] = None,
        merchant: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Subscribe to events.

        The answer has id, url, events, description, merchant, status, secretLast4, secretSince, nextSecretLast4,
        nextSecretAt, failureCount, lastDelivery, created, updated, secret, secretShown.
        """
        fields = {"url": url, "events": events, "description": description, "merchant": merchant, **more}
        operation = ("POST", "/v1/webhook-subscriptions", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def list_webhook_subscriptions(
        self,
        *,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        status: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List subscriptions: a page, which is iterated.

        Each record has id, url, events, description, merchant, status, secretLast4, secretSince, nextSecretLast4,
        nextSecretAt, failureCount, lastDelivery, created, updated.
        """
        fields = {"limit": limit, "starting_after": starting_after, "ending_before": ending_before, "status": status, **more}
        operation = ("GET", "/v1/webhook-subscriptions", False, True)
        return self._call(operation, fields, None, None)

    def get_webhook_subscription(
        self,
        *,
        id: str,
        **more: Any,
    ) -> Any:
        """Get a subscription.

        The answer has id, url, events, description, merchant, status, secretLast4, secretSince, nextSecretLast4,
        nextSecretAt, failureCount, lastDelivery, created, updated.
        """
        fields = {"id": id, **more}
        operation = ("GET", "/v1/webhook-subscriptions/{id}", False, False)
        return self._call(operation, fields, None, None)

    def update_webhook_subscription(
        self,
        *,
        id: str,
        url: Optional[str] = None,
        events: Optional[List[Any]] = None,
        description: Optional[Any] = None,
        status: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Change, pause or reactivate a subscription.

        The answer has id, url, events, description, merchant, status, secretLast4, secretSince, nextSecretLast4,
        nextSecretAt, failureCount, lastDelivery, created, updated.
        """
        fields = {"id": id, "url": url, "events": events, "description": description, "status": status, **more}
        operation = ("PATCH", "/v1/webhook-subscriptions/{id}", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def revoke_webhook_subscription(
        self,
        *,
        id: str,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Revoke a subscription.

        The answer has id, revoked.
        """
        fields = {"id": id, **more}
        operation = ("DELETE", "/v1/webhook-subscriptions/{id}", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def rotate_webhook_secret(
        self,
        *,
        id: str,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Replace the signing secret.

        The answer has id, url, events, description, merchant, status, secretLast4, secretSince, nextSecretLast4,
        nextSecretAt, failureCount, lastDelivery, created, updated, secret, secretShown.
        """
        fields = {"id": id, **more}
        operation = ("POST", "/v1/webhook-subscriptions/{id}/rotate-secret", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def make_next_webhook_secret(
        self,
        *,
        id: str,
        at: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Rotate the signing secret without a gap.

        The answer has id, url, events, description, merchant, status, secretLast4, secretSince, nextSecretLast4,
        nextSecretAt, failureCount, lastDelivery, created, updated, secret, secretShown.
        """
        fields = {"id": id, "at": at, **more}
        operation = ("POST", "/v1/webhook-subscriptions/{id}/next-secret", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def send_test_webhook(
        self,
        *,
        id: str,
        event: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Send a sample event.

        The answer has id, event, eventId, url, attempt, status, responseCode, error, created, scheduledAt, deliveredAt,
        nextRetryAt.
        """
        fields = {"id": id, "event": event, **more}
        operation = ("POST", "/v1/webhook-subscriptions/{id}/test", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def list_webhook_deliveries(
        self,
        *,
        id: str,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        event: Optional[str] = None,
        status: Optional[str] = None,
        replay: Optional[str] = None,
        created: Optional[Dict[str, Any]] = None,
        **more: Any,
    ) -> Any:
        """List deliveries: a page, which is iterated.

        Each record has id, event, eventId, url, attempt, status, responseCode, error, created, scheduledAt,
        deliveredAt, nextRetryAt, payload.
        """
        fields = {"id": id, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, "event": event, "status": status, "replay": replay, "created": created, **more}
        operation = ("GET", "/v1/webhook-subscriptions/{id}/deliveries", False, True)
        return self._call(operation, fields, None, None)

    def retry_webhook_delivery(
        self,
        *,
        id: str,
        deliveryId: str,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Retry a delivery now.

        The answer has id, event, eventId, url, attempt, status, responseCode, error, created, scheduledAt, deliveredAt,
        nextRetryAt.
        """
        fields = {"id": id, "deliveryId": deliveryId, **more}
        operation = ("POST", "/v1/webhook-subscriptions/{id}/deliveries/{deliveryId}/retry", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def get_webhook_replay(
        self,
        *,
        id: str,
        **more: Any,
    ) -> Any:
        """Get the newest replay.

        The answer has id, state, total, done, delivered, failed, exhausted, skipped, since, until, status, types,
        createdAt, finishedAt.
        """
        fields = {"id": id, **more}
        operation = ("GET", "/v1/webhook-subscriptions/{id}/replay", False, False)
        return self._call(operation, fields, None, None)

    def replay_webhook_events(
        self,
        *,
        id: str,
        since: Optional[str] = None,
        until: Optional[str] = None,
        status: Optional[List[Any]] = None,
        types: Optional[List[Any]] = None,
        preview: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Send events again.

        The answer has id, state, total, done, delivered, failed, exhausted, skipped, since, until, status, types,
        createdAt, finishedAt.
        """
        fields = {"id": id, "since": since, "until": until, "status": status, "types": types, "preview": preview, **more}
        operation = ("POST", "/v1/webhook-subscriptions/{id}/replay", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def cancel_webhook_replay(
        self,
        *,
        id: str,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Cancel the replay.

        The answer has id, state, total, done, delivered, failed, exhausted, skipped, since, until, status, types,
        createdAt, finishedAt.
        """
        fields = {"id": id, **more}
        operation = ("DELETE", "/v1/webhook-subscriptions/{id}/replay", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def list_events(
        self,
        *,
        type: Optional[str] = None,
        recordId: Optional[str] = None,
        created: Optional[Dict[str, Any]] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List events: a page, which is iterated.

        Each record has id, type, recordId, merchant, sequence, payload, createdAt.
        """
        fields = {"type": type, "recordId": recordId, "created": created, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/events", False, True)
        return self._call(operation, fields, None, None)

    def get_event(
        self,
        *,
        id: str,
        **more: Any,
    ) -> Any:
        """Get an event.

        The answer has id, type, recordId, merchant, sequence, payload, createdAt.
        """
        fields = {"id": id, **more}
        operation = ("GET", "/v1/events/{id}", False, False)
        return self._call(operation, fields, None, None)

    def get_tenant_identity(
        self,
        **more: Any,
    ) -> Any:
        """Who am I.

        The answer has id, slug, title, status, environment, apiKey, secretLast4, requireSignature, rateLimitTier,
        created, lastUsed.
        """
        fields = {**more}
        operation = ("GET", "/v1/me", False, False)
        return self._call(operation, fields, None, None)

    def list_requests(
        self,
        *,
        created: Optional[Dict[str, Any]] = None,
        failed: Optional[bool] = None,
        operation: Optional[str] = None,
        key: Optional[str] = None,
        error: Optional[str] = None,
        keyless: Optional[bool] = None,
        idempotencyKey: Optional[str] = None,
        requestId: Optional[str] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List requests: a page, which is iterated.

        Each record has id, method, path, status, errorCode, idempotencyKey, isReplay, isKeyless, durationMs, keyId,
        merchant, createdAt.
        """
        fields = {"created": created, "failed": failed, "operation": operation, "key": key, "error": error, "keyless": keyless, "idempotencyKey": idempotencyKey, "requestId": requestId, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("GET", "/v1/requests", False, True)
        return self._call(operation, fields, None, None)

    def create_member_code(
        self,
        *,
        member: str,
        account: Optional[str] = None,
        merchant: Optional[str] = None,
        currency: Optional[str] = None,
        maxAmount: Optional[float] = None,
        expiryMinutes: Optional[int] = None,
        singleUse: Optional[bool] = None,
        allowRecurring: Optional[bool] = None,
        recurringInterval: Optional[str] = None,
        recurringLimit: Optional[int] = None,
        recurringThru: Optional[str] = None,
        displayHint: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Create a code as a member.

        The answer has status, code, recordId, expiresAt, secretShown.
        """
        fields = {"member": member, "account": account, "merchant": merchant, "currency": currency, "maxAmount": maxAmount, "expiryMinutes": expiryMinutes, "singleUse": singleUse, "allowRecurring": allowRecurring, "recurringInterval": recurringInterval, "recurringLimit": recurringLimit, "recurringThru": recurringThru, "displayHint": displayHint, "metadata": metadata, **more}
        operation = ("POST", "/v1/sandbox/member-codes", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def replace_member_code(
        self,
        *,
        id: str,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Replace a code as its member.

        The answer has status, code, recordId, expiresAt, secretShown.
        """
        fields = {"id": id, **more}
        operation = ("POST", "/v1/sandbox/member-codes/{id}/replace", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def approve_agreement(
        self,
        *,
        id: str,
        account: Optional[str] = None,
        maxAmount: Optional[float] = None,
        interval: Optional[str] = None,
        noLimit: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Approve a recurring authorization as its member.

        The answer has id, recurringAuthorizationId, status, active, merchant, memberId, paymentMethod,
        merchantReference, description, currency, amount, maxAmount, interval, endsOn, timeZone, nextChargeOn, charges,
        chargeLimit, firstApproved, lastUsed, createdAt, expiresAt, approvedAt, deniedAt, revokedAt, revokedBy,
        revokeReason.
        """
        fields = {"id": id, "account": account, "maxAmount": maxAmount, "interval": interval, "noLimit": noLimit, **more}
        operation = ("POST", "/v1/sandbox/agreements/{id}/approve", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def deny_agreement(
        self,
        *,
        id: str,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Deny a recurring authorization as its member.

        The answer has id, recurringAuthorizationId, status, active, merchant, memberId, paymentMethod,
        merchantReference, description, currency, amount, maxAmount, interval, endsOn, timeZone, nextChargeOn, charges,
        chargeLimit, firstApproved, lastUsed, createdAt, expiresAt, approvedAt, deniedAt, revokedAt, revokedBy,
        revokeReason.
        """
        fields = {"id": id, **more}
        operation = ("POST", "/v1/sandbox/agreements/{id}/deny", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def approve_charge_request(
        self,
        *,
        id: str,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Approve a charge request as its member.

        The answer has chargeRequestId, status, recurringAuthorizationId, merchant, memberId, amount, currency,
        merchantReference, exceeds, createdAt, expiresAt, decidedAt, authorizationId, recordId, transactionId, receipt.
        """
        fields = {"id": id, **more}
        operation = ("POST", "/v1/sandbox/charge-requests/{id}/approve", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def deny_charge_request(
        self,
        *,
        id: str,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Deny a charge request as its member.

        The answer has chargeRequestId, status, recurringAuthorizationId, merchant, memberId, amount, currency,
        merchantReference, exceeds, createdAt, expiresAt, decidedAt, authorizationId, recordId, transactionId, receipt.
        """
        fields = {"id": id, **more}
        operation = ("POST", "/v1/sandbox/charge-requests/{id}/deny", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def rescue_authorization(
        self,
        *,
        id: str,
        account: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Let a declined payment through as its member.

        The answer has authorizationId, recordId, merchant, account, amount, currency, until.
        """
        fields = {"id": id, "account": account, **more}
        operation = ("POST", "/v1/sandbox/authorizations/{id}/rescue", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def open_sandbox_dispute(
        self,
        *,
        authorization: str,
        reason: Optional[str] = None,
        note: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Dispute a payment as its member.

        The answer has id, disputeId, status, authorizationId, recordId, merchant, currency, amount, amountReturned,
        merchantReference, member, reason, outcome, createdAt, closedAt, answeredAt, note, message, answer.
        """
        fields = {"authorization": authorization, "reason": reason, "note": note, **more}
        operation = ("POST", "/v1/sandbox/disputes", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def answer_sandbox_dispute(
        self,
        *,
        id: str,
        answer: str,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Answer a closed dispute as its member.

        The answer has id, disputeId, status, authorizationId, recordId, merchant, currency, amount, amountReturned,
        merchantReference, member, reason, outcome, createdAt, closedAt, answeredAt, note, message, answer.
        """
        fields = {"id": id, "answer": answer, **more}
        operation = ("POST", "/v1/sandbox/disputes/{id}/answer", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def settle(
        self,
        *,
        merchant: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Settle now.

        The answer has batches, balances.
        """
        fields = {"merchant": merchant, **more}
        operation = ("POST", "/v1/sandbox/settlements", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def answer_payout(
        self,
        *,
        id: str,
        outcome: str,
        reason: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Answer a payout as the bank.

        The answer has payoutId, status.
        """
        fields = {"id": id, "outcome": outcome, "reason": reason, **more}
        operation = ("POST", "/v1/sandbox/payouts/{id}/answer", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def fund_account(
        self,
        *,
        id: str,
        amount: float,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Add test money to a member’s account.

        The answer has account, currency, amount.
        """
        fields = {"id": id, "amount": amount, **more}
        operation = ("POST", "/v1/sandbox/accounts/{id}/fund", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def get_sandbox_clock(
        self,
        **more: Any,
    ) -> Any:
        """Read the sandbox clock.

        The answer has now, realNow, aheadSeconds, lastMove.
        """
        fields = {**more}
        operation = ("GET", "/v1/sandbox/clock", False, False)
        return self._call(operation, fields, None, None)

    def advance_sandbox_clock(
        self,
        *,
        days: Optional[int] = None,
        hours: Optional[int] = None,
        to: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Move the sandbox clock forward.

        The answer has now, realNow, aheadSeconds, lastMove.
        """
        fields = {"days": days, "hours": hours, "to": to, **more}
        operation = ("POST", "/v1/sandbox/clock/advance", True, False)
        return self._call(operation, fields, idempotency_key, None)

    def get_health(
        self,
        **more: Any,
    ) -> Any:
        """Check the service.

        The answer has service, status, version.
        """
        fields = {**more}
        operation = ("GET", "/v1/health", False, False)
        return self._call(operation, fields, None, None)

    def validate_payment_code(
        self,
        *,
        paymentCode: str,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Check a payment code.

        The answer has valid, status, memberId, expiresAt, usesRemaining, recurringAllowed, recurring, reasonCode.
        """
        fields = {"paymentCode": paymentCode, **more}
        operation = ("POST", "/merchant/v1/paymentcodes/validate", False, False)
        return self._call(operation, fields, None, merchant)

    def sell_payment_code(
        self,
        *,
        paymentCode: str,
        amount: float,
        pin: Optional[str] = None,
        currency: Optional[str] = None,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Charge a payment code.

        The answer has transactionId, approved, authorizationId, recordId, capturedAmount, riskScore, status,
        approvalCode, reasonCode, reasonMessage, details, matchWords, receipt, merchantReference, metadata.
        """
        fields = {"paymentCode": paymentCode, "pin": pin, "amount": amount, "currency": currency, "merchantReference": merchantReference, "metadata": metadata, **more}
        operation = ("POST", "/merchant/v1/paymentcodes/sale", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def charge_payment_code(
        self,
        *,
        paymentCode: str,
        amount: float,
        pin: Optional[str] = None,
        currency: Optional[str] = None,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Charge a payment code again.

        The answer has transactionId, approved, authorizationId, recordId, capturedAmount, riskScore, status,
        approvalCode, reasonCode, reasonMessage, details, matchWords, receipt, merchantReference, metadata.
        """
        fields = {"paymentCode": paymentCode, "pin": pin, "amount": amount, "currency": currency, "merchantReference": merchantReference, "metadata": metadata, **more}
        operation = ("POST", "/merchant/v1/paymentcodes/recurring-charge", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def authorize_transaction(
        self,
        *,
        amount: float,
        paymentMethod: Any,
        currency: Optional[str] = None,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Authorize.

        The answer has authorizationId, recordId, approved, status, authorizedAmount, approvalCode, expiresAt,
        riskScore, reasonCode, reasonMessage, details, matchWords, merchantReference, metadata.
        """
        fields = {"amount": amount, "currency": currency, "paymentMethod": paymentMethod, "merchantReference": merchantReference, "metadata": metadata, **more}
        operation = ("POST", "/merchant/v1/transactions/authorize", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def increment_transaction(
        self,
        *,
        authorizationId: str,
        amount: float,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Increase a hold.

        The answer has authorizationId, recordId, approved, status, authorizedAmount, approvalCode, expiresAt,
        riskScore, reasonCode, reasonMessage, details, parentAuthorization, merchantReference, metadata.
        """
        fields = {"authorizationId": authorizationId, "amount": amount, "merchantReference": merchantReference, "metadata": metadata, **more}
        operation = ("POST", "/merchant/v1/transactions/increment", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def capture_transaction(
        self,
        *,
        authorizationId: str,
        amount: Optional[float] = None,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Capture.

        The answer has transactionId, authorizationId, recordId, capturedAmount, remainingAuthorizedAmount, status,
        authorizationStatus, receipt, merchantReference, metadata.
        """
        fields = {"authorizationId": authorizationId, "amount": amount, "merchantReference": merchantReference, "metadata": metadata, **more}
        operation = ("POST", "/merchant/v1/transactions/capture", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def void_transaction(
        self,
        *,
        authorizationId: str,
        amount: Optional[float] = None,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Void.

        The answer has authorizationId, recordId, voidedAmount, remainingAuthorizedAmount, capturedAmount, status,
        authorizationStatus, merchantReference, metadata.
        """
        fields = {"authorizationId": authorizationId, "amount": amount, "merchantReference": merchantReference, "metadata": metadata, **more}
        operation = ("POST", "/merchant/v1/transactions/void", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def sell_transaction(
        self,
        *,
        amount: float,
        paymentMethod: Any,
        currency: Optional[str] = None,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Sell.

        The answer has transactionId, approved, authorizationId, recordId, capturedAmount, riskScore, status,
        approvalCode, reasonCode, reasonMessage, details, matchWords, receipt, merchantReference, metadata.
        """
        fields = {"amount": amount, "currency": currency, "paymentMethod": paymentMethod, "merchantReference": merchantReference, "metadata": metadata, **more}
        operation = ("POST", "/merchant/v1/transactions/sale", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def refund_transaction(
        self,
        *,
        transactionId: str,
        amount: Optional[float] = None,
        reason: Optional[str] = None,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Refund.

        The answer has refundId, transactionId, authorizationId, recordId, refundedAmount, remainingRefundable, status,
        authorizationStatus, receipt, merchantReference, metadata.
        """
        fields = {"transactionId": transactionId, "amount": amount, "reason": reason, "merchantReference": merchantReference, "metadata": metadata, **more}
        operation = ("POST", "/merchant/v1/transactions/refund", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def reverse_transaction(
        self,
        *,
        transactionId: str,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Reverse the same day.

        The answer has transactionId, refundId, authorizationId, recordId, reversedAmount, status, authorizationStatus,
        merchantReference, metadata.
        """
        fields = {"transactionId": transactionId, "merchantReference": merchantReference, "metadata": metadata, **more}
        operation = ("POST", "/merchant/v1/transactions/reverse", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def get_transaction(
        self,
        *,
        transactionId: Optional[str] = None,
        merchantReference: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Get.

        The answer has authorizationId, recordId, parentAuthorization, approved, status, currency, authorizedAmount,
        remainingAuthorizedAmount, voidedAmount, capturedAmount, refundedAmount, capturable, voidable, refundable,
        merchantReference, recurringAuthorizationId, approvalCode, riskScore, reasonCode, reasonMessage, details,
        matchWords, metadata, createdAt, expiresAt, captures, refunds, otherAuthorizations.
        """
        fields = {"transactionId": transactionId, "merchantReference": merchantReference, **more}
        operation = ("POST", "/merchant/v1/transactions/get", False, False)
        return self._call(operation, fields, None, merchant)

    def list_merchant_authorizations(
        self,
        *,
        status: Optional[str] = None,
        open: Optional[bool] = None,
        created: Optional[Dict[str, Any]] = None,
        member: Optional[str] = None,
        card: Optional[str] = None,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        currency: Optional[str] = None,
        instrument: Optional[str] = None,
        amount: Optional[Dict[str, Any]] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List authorizations: a page, which is iterated.

        Each record has id, authorizationId, recordId, status, amount, captured, reversed, capturable, voidable,
        refundable, currency, card, member, account, merchant, merchantNameRaw, mcc, channel, mode, avsResult,
        cvvResult, merchantReference, metadata, approvalCode, responseCode, reasonCode, reasonTitle, created, expires,
        acknowledged, settled, parentAuthorization.
        """
        fields = {"status": status, "open": open, "created": created, "member": member, "card": card, "merchantReference": merchantReference, "metadata": metadata, "currency": currency, "instrument": instrument, "amount": amount, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("POST", "/merchant/v1/authorizations/list", False, True)
        return self._call(operation, fields, None, merchant)

    def list_transactions(
        self,
        *,
        status: Optional[str] = None,
        created: Optional[Dict[str, Any]] = None,
        member: Optional[str] = None,
        card: Optional[str] = None,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        currency: Optional[str] = None,
        instrument: Optional[str] = None,
        amount: Optional[Dict[str, Any]] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List captures: a page, which is iterated.

        Each record has id, transactionId, status, amount, refunded, refundable, currency, authorizationId, recordId,
        merchant, card, member, account, instrument, merchantReference, metadata, createdAt, settledAt, batchId,
        payoutId.
        """
        fields = {"status": status, "created": created, "member": member, "card": card, "merchantReference": merchantReference, "metadata": metadata, "currency": currency, "instrument": instrument, "amount": amount, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("POST", "/merchant/v1/transactions/list", False, True)
        return self._call(operation, fields, None, merchant)

    def list_merchant_refunds(
        self,
        *,
        status: Optional[str] = None,
        created: Optional[Dict[str, Any]] = None,
        member: Optional[str] = None,
        card: Optional[str] = None,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        currency: Optional[str] = None,
        instrument: Optional[str] = None,
        amount: Optional[Dict[str, Any]] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List refunds: a page, which is iterated.

        Each record has id, refundId, status, amount, reason, transactionId, transactions, currency, authorizationId,
        recordId, merchant, card, member, account, instrument, merchantReference, metadata, createdAt, settledAt,
        batchId, payoutId.
        """
        fields = {"status": status, "created": created, "member": member, "card": card, "merchantReference": merchantReference, "metadata": metadata, "currency": currency, "instrument": instrument, "amount": amount, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("POST", "/merchant/v1/refunds/list", False, True)
        return self._call(operation, fields, None, merchant)

    def list_settlements(
        self,
        *,
        created: Optional[Dict[str, Any]] = None,
        currency: Optional[str] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List settlement batches: a page, which is iterated.

        Each record has id, batchId, merchant, currency, day, captureCount, captured, refundCount, refunded, gross, fee,
        net, carriedIn, payout, carriedOut, payoutId, payoutStatus, previousBatchId, createdAt.
        """
        fields = {"created": created, "currency": currency, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("POST", "/merchant/v1/settlements/list", False, True)
        return self._call(operation, fields, None, merchant)

    def list_merchant_lines(
        self,
        *,
        batchId: str,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List the lines of a batch: a page, which is iterated.

        Each record has id, kind, transactionId, refundId, authorizationId, recordId, member, account,
        merchantReference, metadata, gross, fee, net, createdAt.
        """
        fields = {"batchId": batchId, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("POST", "/merchant/v1/settlements/lines", False, True)
        return self._call(operation, fields, None, merchant)

    def list_merchant_payouts(
        self,
        *,
        created: Optional[Dict[str, Any]] = None,
        currency: Optional[str] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        status: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List payouts: a page, which is iterated.

        Each record has id, payoutId, batchId, merchant, currency, amount, gross, fee, net, carriedIn, day, status,
        endToEndId, last4, exportedAt, sentAt, paidAt, returnedAt, returnReason, repaidIn, createdAt.
        """
        fields = {"created": created, "currency": currency, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, "status": status, **more}
        operation = ("POST", "/merchant/v1/payouts/list", False, True)
        return self._call(operation, fields, None, merchant)

    def get_merchant_balances(
        self,
        *,
        currency: Optional[str] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Get balances: a page, which is iterated.

        Each record has id, balanceId, merchant, currency, balance, available, pending, reserved, inTransit, createdAt.
        """
        fields = {"currency": currency, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("POST", "/merchant/v1/balances/get", False, True)
        return self._call(operation, fields, None, merchant)

    def list_merchant_entries(
        self,
        *,
        currency: str,
        created: Optional[Dict[str, Any]] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List balance transactions: a page, which is iterated.

        Each record has id, kind, amount, balance, transactionId, refundId, payoutId, batchId, authorizationId,
        recordId, merchantReference, createdAt.
        """
        fields = {"currency": currency, "created": created, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("POST", "/merchant/v1/balances/transactions", False, True)
        return self._call(operation, fields, None, merchant)

    def authorize_recurring(
        self,
        *,
        merchantReference: str,
        description: str,
        memberId: Optional[str] = None,
        paymentCode: Optional[str] = None,
        pin: Optional[str] = None,
        amount: Optional[float] = None,
        maxAmount: Optional[float] = None,
        currency: Optional[str] = None,
        interval: Optional[str] = None,
        endsOn: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Request a recurring authorization.

        The answer has recurringAuthorizationId, status, memberId, expiresAt, approvalUrl, reasonCode, reasonMessage,
        details.
        """
        fields = {"memberId": memberId, "paymentCode": paymentCode, "pin": pin, "merchantReference": merchantReference, "description": description, "amount": amount, "maxAmount": maxAmount, "currency": currency, "interval": interval, "endsOn": endsOn, **more}
        operation = ("POST", "/merchant/v1/recurring/authorize", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def charge_recurring(
        self,
        *,
        recurringAuthorizationId: str,
        amount: float,
        currency: Optional[str] = None,
        merchantReference: Optional[str] = None,
        metadata: Optional[Dict[str, Any]] = None,
        onExceed: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Charge a recurring authorization.

        The answer has transactionId, approved, riskScore, status, authorizationId, recordId, capturedAmount,
        reasonCode, reasonMessage, details, receipt, chargeRequestId, expiresAt, approvalUrl, merchantReference,
        metadata.
        """
        fields = {"recurringAuthorizationId": recurringAuthorizationId, "amount": amount, "currency": currency, "merchantReference": merchantReference, "metadata": metadata, "onExceed": onExceed, **more}
        operation = ("POST", "/merchant/v1/recurring/charge", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def get_recurring(
        self,
        *,
        recurringAuthorizationId: str,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Get a recurring authorization.

        The answer has id, recurringAuthorizationId, status, active, merchant, memberId, paymentMethod,
        merchantReference, description, currency, amount, maxAmount, interval, endsOn, timeZone, nextChargeOn, charges,
        chargeLimit, firstApproved, lastUsed, createdAt, expiresAt, approvedAt, deniedAt, revokedAt, revokedBy,
        revokeReason.
        """
        fields = {"recurringAuthorizationId": recurringAuthorizationId, **more}
        operation = ("POST", "/merchant/v1/recurring/get", False, False)
        return self._call(operation, fields, None, merchant)

    def list_recurring(
        self,
        *,
        created: Optional[Dict[str, Any]] = None,
        status: Optional[str] = None,
        member: Optional[str] = None,
        account: Optional[str] = None,
        merchantReference: Optional[str] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List recurring authorizations: a page, which is iterated.

        Each record has id, recurringAuthorizationId, status, active, merchant, memberId, paymentMethod,
        merchantReference, description, currency, amount, maxAmount, interval, endsOn, timeZone, nextChargeOn, charges,
        chargeLimit, firstApproved, lastUsed, createdAt, expiresAt, approvedAt, deniedAt, revokedAt, revokedBy,
        revokeReason.
        """
        fields = {"created": created, "status": status, "member": member, "account": account, "merchantReference": merchantReference, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("POST", "/merchant/v1/recurring/list", False, True)
        return self._call(operation, fields, None, merchant)

    def preflight_recurring(
        self,
        *,
        recurringAuthorizationId: str,
        amount: float,
        currency: Optional[str] = None,
        on: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Check a charge beforehand.

        The answer has recurringAuthorizationId, allowed, on, amount, currency, reasonCode, reasonMessage, details,
        earliestOn.
        """
        fields = {"recurringAuthorizationId": recurringAuthorizationId, "amount": amount, "currency": currency, "on": on, **more}
        operation = ("POST", "/merchant/v1/recurring/preflight", False, False)
        return self._call(operation, fields, None, merchant)

    def revoke_recurring(
        self,
        *,
        recurringAuthorizationId: str,
        reason: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Revoke a recurring authorization.

        The answer has id, recurringAuthorizationId, status, active, merchant, memberId, paymentMethod,
        merchantReference, description, currency, amount, maxAmount, interval, endsOn, timeZone, nextChargeOn, charges,
        chargeLimit, firstApproved, lastUsed, createdAt, expiresAt, approvedAt, deniedAt, revokedAt, revokedBy,
        revokeReason.
        """
        fields = {"recurringAuthorizationId": recurringAuthorizationId, "reason": reason, **more}
        operation = ("POST", "/merchant/v1/recurring/revoke", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def get_charge_request(
        self,
        *,
        chargeRequestId: str,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Get a charge request.

        The answer has chargeRequestId, status, recurringAuthorizationId, merchant, memberId, amount, currency,
        merchantReference, exceeds, createdAt, expiresAt, decidedAt, authorizationId, recordId, transactionId, receipt.
        """
        fields = {"chargeRequestId": chargeRequestId, **more}
        operation = ("POST", "/merchant/v1/recurring/chargerequests/get", False, False)
        return self._call(operation, fields, None, merchant)

    def create_own_webhook_subscription(
        self,
        *,
        url: str,
        events: List[Any],
        description: Optional[Any] = None,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Subscribe to events.

        The answer has id, url, events, description, merchant, status, secretLast4, secretSince, nextSecretLast4,
        nextSecretAt, failureCount, lastDelivery, created, updated, secret, secretShown.
        """
        fields = {"url": url, "events": events, "description": description, **more}
        operation = ("POST", "/merchant/v1/webhook-subscriptions/create", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def list_own_webhook_subscriptions(
        self,
        *,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        status: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List subscriptions: a page, which is iterated.

        Each record has id, url, events, description, merchant, status, secretLast4, secretSince, nextSecretLast4,
        nextSecretAt, failureCount, lastDelivery, created, updated.
        """
        fields = {"limit": limit, "starting_after": starting_after, "ending_before": ending_before, "status": status, **more}
        operation = ("POST", "/merchant/v1/webhook-subscriptions/list", False, True)
        return self._call(operation, fields, None, merchant)

    def get_own_webhook_subscription(
        self,
        *,
        id: str,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Get a subscription.

        The answer has id, url, events, description, merchant, status, secretLast4, secretSince, nextSecretLast4,
        nextSecretAt, failureCount, lastDelivery, created, updated.
        """
        fields = {"id": id, **more}
        operation = ("POST", "/merchant/v1/webhook-subscriptions/get", False, False)
        return self._call(operation, fields, None, merchant)

    def update_own_webhook_subscription(
        self,
        *,
        id: str,
        url: Optional[str] = None,
        events: Optional[List[Any]] = None,
        description: Optional[Any] = None,
        status: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Change, pause or reactivate a subscription.

        The answer has id, url, events, description, merchant, status, secretLast4, secretSince, nextSecretLast4,
        nextSecretAt, failureCount, lastDelivery, created, updated.
        """
        fields = {"url": url, "events": events, "description": description, "status": status, "id": id, **more}
        operation = ("POST", "/merchant/v1/webhook-subscriptions/update", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def delete_own_webhook_subscription(
        self,
        *,
        id: str,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Revoke a subscription.

        The answer has id, revoked.
        """
        fields = {"id": id, **more}
        operation = ("POST", "/merchant/v1/webhook-subscriptions/delete", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def rotate_own_webhook_secret(
        self,
        *,
        id: str,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Replace the signing secret.

        The answer has id, url, events, description, merchant, status, secretLast4, secretSince, nextSecretLast4,
        nextSecretAt, failureCount, lastDelivery, created, updated, secret, secretShown.
        """
        fields = {"id": id, **more}
        operation = ("POST", "/merchant/v1/webhook-subscriptions/rotate-secret", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def make_own_next_webhook_secret(
        self,
        *,
        id: str,
        at: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Rotate the signing secret without a gap.

        The answer has id, url, events, description, merchant, status, secretLast4, secretSince, nextSecretLast4,
        nextSecretAt, failureCount, lastDelivery, created, updated, secret, secretShown.
        """
        fields = {"at": at, "id": id, **more}
        operation = ("POST", "/merchant/v1/webhook-subscriptions/next-secret", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def list_own_webhook_deliveries(
        self,
        *,
        id: str,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        event: Optional[str] = None,
        status: Optional[str] = None,
        replay: Optional[str] = None,
        created: Optional[Dict[str, Any]] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List deliveries: a page, which is iterated.

        Each record has id, event, eventId, url, attempt, status, responseCode, error, created, scheduledAt,
        deliveredAt, nextRetryAt, payload.
        """
        fields = {"limit": limit, "starting_after": starting_after, "ending_before": ending_before, "id": id, "event": event, "status": status, "replay": replay, "created": created, **more}
        operation = ("POST", "/merchant/v1/webhook-subscriptions/deliveries", False, True)
        return self._call(operation, fields, None, merchant)

    def retry_own_webhook_delivery(
        self,
        *,
        id: str,
        deliveryId: str,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Retry a delivery now.

        The answer has id, event, eventId, url, attempt, status, responseCode, error, created, scheduledAt, deliveredAt,
        nextRetryAt.
        """
        fields = {"id": id, "deliveryId": deliveryId, **more}
        operation = ("POST", "/merchant/v1/webhook-subscriptions/retry-delivery", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def replay_own_webhook_events(
        self,
        *,
        id: str,
        since: Optional[str] = None,
        until: Optional[str] = None,
        status: Optional[List[Any]] = None,
        types: Optional[List[Any]] = None,
        preview: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Send events again.

        The answer has id, state, total, done, delivered, failed, exhausted, skipped, since, until, status, types,
        createdAt, finishedAt.
        """
        fields = {"since": since, "until": until, "status": status, "types": types, "preview": preview, "id": id, **more}
        operation = ("POST", "/merchant/v1/webhook-subscriptions/replay", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def get_own_webhook_replay(
        self,
        *,
        id: str,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Get the newest replay.

        The answer has id, state, total, done, delivered, failed, exhausted, skipped, since, until, status, types,
        createdAt, finishedAt.
        """
        fields = {"id": id, **more}
        operation = ("POST", "/merchant/v1/webhook-subscriptions/get-replay", False, False)
        return self._call(operation, fields, None, merchant)

    def cancel_own_webhook_replay(
        self,
        *,
        id: str,
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Cancel the replay.

        The answer has id, state, total, done, delivered, failed, exhausted, skipped, since, until, status, types,
        createdAt, finishedAt.
        """
        fields = {"id": id, **more}
        operation = ("POST", "/merchant/v1/webhook-subscriptions/cancel-replay", True, False)
        return self._call(operation, fields, idempotency_key, merchant)

    def list_merchant_events(
        self,
        *,
        type: Optional[str] = None,
        recordId: Optional[str] = None,
        created: Optional[Dict[str, Any]] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
        ending_before: Optional[str] = None,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """List events: a page, which is iterated.

        Each record has id, type, recordId, merchant, sequence, payload, createdAt.
        """
        fields = {"type": type, "recordId": recordId, "created": created, "limit": limit, "starting_after": starting_after, "ending_before": ending_before, **more}
        operation = ("POST", "/merchant/v1/events/list", False, True)
        return self._call(operation, fields, None, merchant)

    def get_merchant_event(
        self,
        *,
        id: str,
        merchant: Optional[str] = None,
        **more: Any,
    ) -> Any:
        """Get an event.

        The answer has id, type, recordId, merchant, sequence, payload, createdAt.
        """
        fields = {"id": id, **more}
        operation = ("POST", "/merchant/v1/events/get", False, False)
        return self._call(operation, fields, None, merchant)
