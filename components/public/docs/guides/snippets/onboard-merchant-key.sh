curl -s http://localhost:3000/v1/merchants/YOUR_MERCHANT/keys \
  -H "X-API-Key: YOUR_KEY" \
  -H "Authorization: Bearer YOUR_SECRET" \
  -H "Idempotency-Key: canteen-7-till-1-$(date +%s)" \
  -H "Content-Type: application/json" \
  -d '{"name":"Till 1","scopes":["sale","read"]}'
