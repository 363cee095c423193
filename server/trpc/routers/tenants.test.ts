import { withTestDatabase } from "@/server/testing/database";
import { READING, testTenantAuthority } from "@/server/testing/tenant-authority";

withTestDatabase();

testTenantAuthority("tenants", {
  "tenants.get": { call: (portal, place) => portal.tenants.get(place), allowed: READING, others: null },
});
