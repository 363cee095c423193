curl -s http://localhost:3000/v1/members/YOUR_MEMBER/invitations \
  -H "X-API-Key: YOUR_KEY" \
  -H "Authorization: Bearer YOUR_SECRET" \
  -H "Idempotency-Key: staff-12-wallet-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"email":"ada@example.com"}'
