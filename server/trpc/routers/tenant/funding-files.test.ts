import { randomUUID } from "node:crypto";
import { CHANGING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { withTestDatabase } from "@/server/testing/database";

withTestDatabase();

const text = "member,amount,reference\nnobody,1,S-1";

testTenantAuthority("fundingFiles", {
  "tenant.fundingFiles.preview": {
    call: (portal, place) => portal.tenant.fundingFiles.preview({ ...place, text }),
    allowed: CHANGING,
    others: null,
  },
  "tenant.fundingFiles.start": {
    call: async (portal, place) => {
      const started = portal.tenant.fundingFiles.start({ ...place, key: randomUUID(), text });
      await started.catch((error: Error) => {
        if (!/Line 2: Member/.test(error.message)) throw error;
      });
    },
    allowed: CHANGING,
    others: null,
  },
});
