CREATE TABLE "push_devices" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "session_id" TEXT COLLATE "C" NOT NULL,
    "endpoint" TEXT COLLATE "C" NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "key_version" INTEGER NOT NULL,
    "requests" BOOLEAN NOT NULL,
    "payments" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "push_devices_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "push_messages" (
    "id" TEXT COLLATE "C" NOT NULL,
    "device_id" TEXT COLLATE "C" NOT NULL,
    "cause" TEXT COLLATE "C" NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "href" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3),

    CONSTRAINT "push_messages_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "push_devices_session_id_key" ON "push_devices"("session_id");
CREATE UNIQUE INDEX "push_devices_endpoint_key" ON "push_devices"("endpoint");
CREATE INDEX "push_devices_user_id_idx" ON "push_devices"("user_id");
CREATE UNIQUE INDEX "push_messages_device_id_cause_key" ON "push_messages"("device_id", "cause");
CREATE INDEX "push_messages_due_idx" ON "push_messages"("next_attempt_at") WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX "push_messages_created_at_idx" ON "push_messages"("created_at");

ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- A device that was signed out gets nothing, however its session went.
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "portal_sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_device_id_fkey" FOREIGN KEY ("device_id") REFERENCES "push_devices"("id") ON DELETE CASCADE ON UPDATE CASCADE;
