curl -s http://localhost:3000/v1/accounts/YOUR_ACCOUNT/cards \
  -H "X-API-Key: YOUR_KEY" \
  -H "Authorization: Bearer YOUR_SECRET" \
  -H "Idempotency-Key: staff-12-card-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"perTransactionLimit":20,"allowedMccs":["5812"]}'
