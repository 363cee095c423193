export interface ClaimedPush {
  readonly id: string;
  readonly deviceId: string;
  readonly cause: string;
  readonly title: string;
  readonly body: string;
  readonly href: string;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly keyVersion: number;
}
