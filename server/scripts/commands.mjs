/** By npm script: the program, its fixed arguments, and whether it uses this checkout's database. */
export const COMMANDS = {
  audit: { file: "server/programs/prove-books.ts" },
  "books:prove": { file: "server/programs/prove-books.ts" },
  "statement:check": { file: "server/programs/check-statement.ts", isOnDatabase: false },
  "keys:reseal": { file: "server/programs/rotate-keys.ts", args: ["reseal"] },
  "keys:forget": { file: "server/programs/rotate-keys.ts", args: ["forget"] },
  backup: { file: "server/boot/backups/back-up.ts", isOnDatabase: false },
  restore: { file: "server/boot/backups/restore.ts", isOnDatabase: false },
  "restore:mark": { file: "server/programs/restored.ts", args: ["mark"] },
  "restore:list": { file: "server/programs/restored.ts", args: ["list"] },
  "restore:revoke": { file: "server/programs/restored.ts", args: ["revoke"] },
  "restore:release": { file: "server/programs/restored.ts", args: ["release"] },
  "operator:create": { file: "server/programs/create-operator.ts" },
  "operator:reset": { file: "server/programs/reset-second-factor.ts" },
  "db:reset": { file: "server/boot/reset-database.ts", isOnDatabase: false },
};
