import packageJson from "@/package.json";
import { V1_OPERATIONS } from "@/server/contracts";
import { type OperationContract, TAGS } from "@/server/contracts/operation";
import { describeOperation } from "./operation";
import { componentSchemas } from "./schemas";

const DESCRIPTION = `One payment network that is both acquirer and issuer.

Amounts are JSON numbers in the record's currency. Times are ISO 8601 in UTC. A decline is an answer with status 200,
never an HTTP error. Every answer carries X-Request-Id. Fields that an operation does not know are ignored.`;

function pathsOf(operations: readonly OperationContract[]): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const contract of operations) {
    paths[contract.path] = { ...paths[contract.path], [contract.method.toLowerCase()]: describeOperation(contract) };
  }
  return paths;
}

/** OpenAPI 3.1 of /v1, made from the contracts. */
export function v1Document(): object {
  const paths = pathsOf(V1_OPERATIONS);
  const tags = [...new Set(V1_OPERATIONS.map(({ tag }) => tag))].map((name) => ({ name, description: TAGS[name] }));
  return {
    openapi: "3.1.0",
    info: {
      title: "Closed Loop",
      version: packageJson.version,
      summary: "Authorize, capture, increment, void and refund card payments.",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags,
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "`pk_live_…` or `pk_test_…`." },
        secret: {
          type: "http",
          scheme: "bearer",
          description: "The secret of the X-API-Key: `sk_live_…` or `sk_test_…`.",
        },
      },
      schemas: componentSchemas(paths),
    },
  };
}
