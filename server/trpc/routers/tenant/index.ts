import { looksOf } from "@/server/contracts/brand/looks";
import { RecordInput } from "@/server/contracts/portal/shared/pages";
import { SearchInput } from "@/server/contracts/portal/shared/search";
import { AccentInput, LogoInput } from "@/server/contracts/portal/tenant/brand";
import { BulkJobListInput, StartBulkJobInput } from "@/server/contracts/portal/tenant/bulk-jobs";
import { CloseDisputeInput, CountDisputesInput } from "@/server/contracts/portal/tenant/disputes";
import {
  DecideFundingsInput,
  FundFileInput,
  PreviewFundingsInput,
} from "@/server/contracts/portal/tenant/funding-files";
import { PreviewImportInput, StartImportInput } from "@/server/contracts/portal/tenant/member-imports";
import { OpenFloatInput, OverviewInput, TestPaymentInput } from "@/server/contracts/portal/tenant/money";
import { ErrorsInput, RequestInput } from "@/server/contracts/portal/tenant/requests";
import { MoveClockInput } from "@/server/contracts/portal/tenant/sandbox-clock";
import { KeepLiveBodiesInput, RenameTenantInput, TimeZoneInput } from "@/server/contracts/portal/tenant/setup";
import {
  TeamInvitationInput,
  TeamInviteInput,
  TeamPersonInput,
  TeamRoleInput,
} from "@/server/contracts/portal/tenant/team";
import { type Float, listFloats, openFloat } from "@/server/domain/bank";
import { changeAccent, changeLogo, getBrand, removeLogo } from "@/server/domain/brands";
import { decideHeldJob, listBulkJobs, startBulkJob } from "@/server/domain/bulk-jobs";
import { closeDispute, type Dispute } from "@/server/domain/disputes";
import { fundFile, previewFundings } from "@/server/domain/funding-files";
import { importMembers, previewImport } from "@/server/domain/member-imports";
import {
  countDisputes,
  findRecords,
  getFirstRun,
  getOverview,
  getRequest,
  getTenantChargeRequest,
  getWorkbench,
  listHeldFiles,
  listTeam,
} from "@/server/domain/queries";
import { groupErrors } from "@/server/domain/request-log";
import { advanceClock, getSandboxClock, type SandboxClock, sendTestPayment } from "@/server/domain/sandbox";
import { changeRole, type Invited, invitePerson, removePerson, revokeInvitation } from "@/server/domain/team";
import { changeTimeZone, getTenant, renameTenant, requestLive, setLiveBodies } from "@/server/domain/tenants";
import { DAY_MS, HOUR_MS } from "@/server/platform/clock";
import { presentFloat } from "@/server/presenters/rest/floats";
import { presentTenantFacts } from "@/server/presenters/rest/tenants";
import { presentTestPayment } from "@/server/presenters/tenant/authorizations";
import { presentBulkJob } from "@/server/presenters/tenant/bulk-jobs";
import { presentTenantCharge } from "@/server/presenters/tenant/charge-requests";
import { presentFundingPreview, presentHeldFile } from "@/server/presenters/tenant/funding-files";
import { presentImportPreview } from "@/server/presenters/tenant/member-imports";
import { presentOverview } from "@/server/presenters/tenant/overview";
import { presentErrors, presentRequestDetail } from "@/server/presenters/tenant/requests";
import { presentClockPage } from "@/server/presenters/tenant/sandbox-clock";
import { presentFoundRecords } from "@/server/presenters/tenant/search";
import { presentTeam } from "@/server/presenters/tenant/team";
import { presentWorkbench } from "@/server/presenters/tenant/workbench";
import { actOnce, showOnce } from "@/server/trpc/act-once";
import { TENANT_LISTS } from "@/server/trpc/lists/tenant";
import { realTimeTenantProcedure, router, tenantProcedure } from "../../procedures";
import { authorizationsRouter } from "./authorizations";
import { exportsRouter } from "./exports";
import { keysRouter } from "./keys";
import { membersRouter } from "./members";
import { merchantsRouter } from "./merchants";
import { paymentCodesRouter } from "./payment-codes";
import { settlementRouter } from "./settlement";
import { webhooksRouter } from "./webhooks";

const auditRouter = router({
  list: realTimeTenantProcedure.input(TENANT_LISTS.audit.input).query(TENANT_LISTS.audit.query),
});

const brandRouter = router({
  get: tenantProcedure.query(async ({ ctx }) => {
    const brand = await getBrand(ctx.staff);
    return { accent: brand.accent, ...looksOf(ctx.staff.tenantId, brand) };
  }),

  changeAccent: tenantProcedure.input(AccentInput).mutation(async ({ ctx, input }) => {
    await changeAccent(ctx.staff, { accent: input.accent });
    return {};
  }),

  changeLogo: tenantProcedure.input(LogoInput).mutation(async ({ ctx, input }) => {
    await changeLogo(ctx.staff, { logo: input.logo });
    return {};
  }),

  removeLogo: tenantProcedure.mutation(async ({ ctx }) => {
    await removeLogo(ctx.staff);
    return {};
  }),
});

const bulkJobsRouter = router({
  list: tenantProcedure.input(BulkJobListInput).query(async ({ ctx, input: { act, subject: subjectId = null } }) => {
    return { jobs: (await listBulkJobs(ctx.staff, { act, subjectId })).map(presentBulkJob) };
  }),

  start: tenantProcedure.input(StartBulkJobInput).mutation(({ ctx, input }) => {
    const { key, act, subject: subjectId = null, ids } = input;
    return actOnce(ctx.staff, {
      name: "tenant.bulkJobs.start",
      input: { key, act, subjectId, ids },
      work: (claim) => startBulkJob(ctx.staff, { act, subjectId, ids }, claim),
      present: presentBulkJob,
    });
  }),
});

const chargeRequestsRouter = router({
  list: tenantProcedure.input(TENANT_LISTS["charge-requests"].input).query(TENANT_LISTS["charge-requests"].query),

  get: tenantProcedure.input(RecordInput).query(async ({ ctx, input }) => {
    return presentTenantCharge(await getTenantChargeRequest(ctx.staff, input), ctx.staff.now);
  }),
});

const disputesRouter = router({
  list: tenantProcedure.input(TENANT_LISTS.disputes.input).query(TENANT_LISTS.disputes.query),

  count: tenantProcedure.input(CountDisputesInput).query(({ ctx, input: { reason = null, merchant = null } }) => {
    return countDisputes(ctx.staff, { reason, merchant });
  }),

  close: tenantProcedure.input(CloseDisputeInput).mutation(({ ctx, input }) => {
    const { key, id, outcome, message } = input;
    return actOnce(ctx.staff, {
      name: "tenant.disputes.close",
      input: { key, id, outcome, message },
      work: (claim) => closeDispute(ctx.staff, { id, outcome, message: message || null }, claim),
      // The stored answer names no person.
      present: (closed: Dispute) => ({ id: closed.id, outcome: closed.outcome }),
    });
  }),
});

const fundingFilesRouter = router({
  /** Writes nothing. A mutation because a query's input is sent in the URL, which is too short for a file. */
  preview: tenantProcedure
    .input(PreviewFundingsInput)
    .mutation(async ({ ctx, input: { text } }) => presentFundingPreview(await previewFundings(ctx.staff, { text }))),

  start: tenantProcedure.input(FundFileInput).mutation(({ ctx, input: { key, text } }) =>
    actOnce(ctx.staff, {
      name: "tenant.fundingFiles.start",
      input: { key, text },
      work: (claim) => fundFile(ctx.staff, { text }, claim),
      present: presentBulkJob,
    }),
  ),

  held: tenantProcedure.query(async ({ ctx }) => (await listHeldFiles(ctx.staff)).map(presentHeldFile)),

  decide: tenantProcedure.input(DecideFundingsInput).mutation(async ({ ctx, input: { id, isApproved } }) => {
    await decideHeldJob(ctx.staff, { id, isApproved });
    return { id };
  }),
});

const floatsRouter = router({
  list: realTimeTenantProcedure.query(async ({ ctx }) => (await listFloats(ctx.staff)).map(presentFloat)),

  open: realTimeTenantProcedure.input(OpenFloatInput).mutation(({ ctx, input: { key, currency } }) =>
    actOnce(ctx.staff, {
      name: "tenant.floats.open",
      input: { key, currency },
      work: (claim) => openFloat(ctx.staff, { currency }, claim),
      present: ({ id }: Float) => ({ id }),
    }),
  ),
});

const firstRunRouter = router({
  /** Contains only ids and one public key, so nothing has to be left out. */
  state: tenantProcedure.query(async ({ ctx }) => getFirstRun(ctx.staff)),

  pay: tenantProcedure.input(TestPaymentInput).mutation(({ ctx, input }) =>
    actOnce(ctx.staff, {
      name: "tenant.firstRun.pay",
      input,
      work: (claim) => sendTestPayment(ctx.staff, claim),
      present: presentTestPayment,
    }),
  ),
});

const memberImportsRouter = router({
  /** Writes nothing. A mutation because a query's input is sent in the URL, which is too short for a file. */
  preview: tenantProcedure
    .input(PreviewImportInput)
    .mutation(async ({ ctx, input }) => presentImportPreview(await previewImport(ctx.staff, { text: input.text }))),

  start: tenantProcedure.input(StartImportInput).mutation(({ ctx, input }) => {
    const { key, text, isInviting } = input;
    return actOnce(ctx.staff, {
      name: "tenant.memberImports.start",
      input: { key, text, isInviting },
      work: (claim) => importMembers(ctx.staff, { text, isInviting }, claim),
      present: presentBulkJob,
    });
  }),
});

const overviewRouter = router({
  get: tenantProcedure.input(OverviewInput).query(async ({ ctx, input }) => {
    return presentOverview(await getOverview(ctx.staff, input));
  }),
});

const requestsRouter = router({
  list: realTimeTenantProcedure.input(TENANT_LISTS.logs.input).query(TENANT_LISTS.logs.query),

  errors: realTimeTenantProcedure
    .input(ErrorsInput)
    .query(async ({ ctx, input }) => presentErrors(await groupErrors(ctx.staff, input))),

  get: realTimeTenantProcedure
    .input(RequestInput)
    .query(async ({ ctx, input }) => presentRequestDetail(await getRequest(ctx.staff, input))),
});

const sandboxClockRouter = router({
  get: tenantProcedure.query(async ({ ctx }) => presentClockPage(await getSandboxClock(ctx.staff))),

  advance: tenantProcedure.input(MoveClockInput).mutation(({ ctx, input }) => {
    const { key, days = 0, hours = 0, to } = input;
    const byMs = to === undefined ? days * DAY_MS + hours * HOUR_MS : null;
    return actOnce(ctx.staff, {
      name: "tenant.sandboxClock.advance",
      input: { key, days, hours, to },
      work: (claim) => advanceClock(ctx.staff, { byMs, to: to === undefined ? null : new Date(to) }, claim),
      present: ({ now }: SandboxClock) => ({ now: now.toISOString() }),
    });
  }),
});

const searchRouter = router({
  find: tenantProcedure
    .input(SearchInput)
    .query(async ({ ctx, input }) => presentFoundRecords(await findRecords(ctx.staff, input), ctx.staff.now)),
});

const teamRouter = router({
  list: realTimeTenantProcedure.query(async ({ ctx }) => presentTeam(await listTeam(ctx.staff))),
  /** Only this response and the email contain the link. */
  invite: realTimeTenantProcedure.input(TeamInviteInput).mutation(({ ctx, input }) => {
    const { key, email, role } = input;
    return showOnce(ctx.staff, {
      name: "tenant.team.invite",
      input: { key, email, role },
      work: (claim) => invitePerson(ctx.staff, { email, role }, claim),
      present: (invited: Invited) => invited,
    });
  }),
  revokeInvitation: realTimeTenantProcedure.input(TeamInvitationInput).mutation(async ({ ctx, input }) => {
    await revokeInvitation(ctx.staff, { id: input.id });
    return { id: input.id };
  }),
  changeRole: realTimeTenantProcedure.input(TeamRoleInput).mutation(async ({ ctx, input }) => {
    await changeRole(ctx.staff, { userId: input.userId, role: input.role });
    return { userId: input.userId, role: input.role };
  }),
  remove: realTimeTenantProcedure.input(TeamPersonInput).mutation(async ({ ctx, input }) => {
    await removePerson(ctx.staff, { userId: input.userId });
    return { userId: input.userId };
  }),
});

const tenantsRouter = router({
  get: tenantProcedure.query(async ({ ctx }) => presentTenantFacts(await getTenant(ctx.staff), ctx.staff)),

  rename: realTimeTenantProcedure.input(RenameTenantInput).mutation(async ({ ctx, input }) => {
    await renameTenant(ctx.staff, { title: input.title });
    return { title: input.title };
  }),

  changeTimeZone: realTimeTenantProcedure.input(TimeZoneInput).mutation(async ({ ctx, input }) => {
    await changeTimeZone(ctx.staff, { timeZone: input.timeZone });
    return { timeZone: input.timeZone };
  }),

  keepLiveBodies: realTimeTenantProcedure.input(KeepLiveBodiesInput).mutation(async ({ ctx, input }) => {
    await setLiveBodies(ctx.staff, { isOn: input.isOn });
    return { isOn: input.isOn };
  }),

  askForLive: realTimeTenantProcedure.mutation(async ({ ctx }) => {
    await requestLive(ctx.staff);
    return { id: ctx.staff.tenantId };
  }),
});

const workbenchRouter = router({
  get: tenantProcedure
    .input(SearchInput)
    .query(async ({ ctx, input }) => presentWorkbench(await getWorkbench(ctx.staff, input), ctx.staff.now)),
});

export const tenantRouter = router({
  audit: auditRouter,
  authorizations: authorizationsRouter,
  brand: brandRouter,
  bulkJobs: bulkJobsRouter,
  chargeRequests: chargeRequestsRouter,
  exports: exportsRouter,
  disputes: disputesRouter,
  firstRun: firstRunRouter,
  floats: floatsRouter,
  fundingFiles: fundingFilesRouter,
  keys: keysRouter,
  memberImports: memberImportsRouter,
  members: membersRouter,
  merchants: merchantsRouter,
  overview: overviewRouter,
  paymentCodes: paymentCodesRouter,
  requests: requestsRouter,
  sandboxClock: sandboxClockRouter,
  search: searchRouter,
  settlement: settlementRouter,
  team: teamRouter,
  tenants: tenantsRouter,
  webhooks: webhooksRouter,
  workbench: workbenchRouter,
});
