import { randomUUID } from "node:crypto";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { CHANGING, READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
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
  "tenant.fundingFiles.held": {
    call: (portal, place) => portal.tenant.fundingFiles.held(place),
    allowed: READING,
    others: null,
  },
  "tenant.fundingFiles.decide": {
    call: async (portal, place) => {
      const decided = portal.tenant.fundingFiles.decide({ ...place, id: newRecordId(now()), isApproved: true });
      await decided.catch((error: Error) => {
        if (!/No such file/.test(error.message)) throw error;
      });
    },
    allowed: CHANGING,
    others: null,
  },
});
