const OF_BOTH: readonly RegExp[] = [
  /^\/network(\/tenants\/[^/]+|\/engine|\/retention|\/audit)?$/,
  /^\/t\/[^/]+\/[^/]+\/(team|settings)$/,
];

/** True for pages that test and live share, such as team and settings: they show no test data. */
export function isOfBoth(path: string): boolean {
  return OF_BOTH.some((pattern) => pattern.test(path));
}
