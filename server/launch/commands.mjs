/** By the name of npm's script: the program, what it is always told, and whether it wants this checkout's database. */
export const COMMANDS = {
  audit: { file: "server/prove-books.ts" },
  "books:prove": { file: "server/prove-books.ts" },
  "statement:check": { file: "server/check-statement.ts", isOnDatabase: false },
  "keys:reseal": { file: "server/rotate-keys.ts", args: ["reseal"] },
  "keys:forget": { file: "server/rotate-keys.ts", args: ["forget"] },
  backup: { file: "server/startup/backups/back-up.ts", isOnDatabase: false },
  restore: { file: "server/startup/backups/restore.ts", isOnDatabase: false },
  "restore:mark": { file: "server/restored.ts", args: ["mark"] },
  "restore:list": { file: "server/restored.ts", args: ["list"] },
  "restore:revoke": { file: "server/restored.ts", args: ["revoke"] },
  "restore:release": { file: "server/restored.ts", args: ["release"] },
  "operator:create": { file: "server/create-operator.ts" },
  "operator:reset": { file: "server/reset-second-factor.ts" },
  "db:reset": { file: "server/startup/reset-database.ts", isOnDatabase: false },
};
