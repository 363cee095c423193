const OF_BOTH: readonly RegExp[] = [
  /^\/network(\/tenants\/[^/]+|\/engine|\/retention|\/audit)?$/,
  /^\/t\/[^/]+\/[^/]+\/(team|settings)$/,
];

/** Whether a page is about what test and live have in common: organizations, people, what runs. It is no test data. */
export function isOfBoth(path: string): boolean {
  return OF_BOTH.some((pattern) => pattern.test(path));
}
