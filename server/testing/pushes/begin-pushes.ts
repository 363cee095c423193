import { createPushMember, type TestPushMember } from "./push-devices";
import { startPushService } from "./push-service";

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly href: string;
  readonly tag: string;
}

type Device = Pick<TestPushMember, "browser">;

export async function beginPushes() {
  const service = await startPushService();
  const create = (tenant?: TestPushMember["tenant"]) => createPushMember(service.subscribe(), tenant);
  const shownBy = ({ browser }: Device): Shown[] =>
    service.taken
      .filter(({ path }) => browser.address.endpoint.endsWith(path))
      .map(({ body }) => JSON.parse(browser.open(body)));
  const titlesOf = (device: Device) => shownBy(device).map(({ title }) => title);
  return { service, create, shownBy, titlesOf };
}
