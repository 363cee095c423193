import { testOperatorAuthority } from "@/server/testing/authority/operator-authority";
import { withTestDatabase } from "@/server/testing/database";

withTestDatabase();

testOperatorAuthority("bankLines", {
  "network.bankLines.list": { call: (portal, place) => portal.network.bankLines.list(place), others: null },
});
