-- Erasures before left used codes unrevoked, so that their holds still took increments.
UPDATE payment_codes SET revoked_at = members.erased_at
FROM members
WHERE members.id = payment_codes.member_id AND members.erased_at IS NOT NULL AND payment_codes.revoked_at IS NULL;
