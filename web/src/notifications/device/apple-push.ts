/** Apple ends a subscription after three pushes that showed nothing, without an error for the server. */
export function isApplePush(subscription: { endpoint: string } | null | undefined): boolean {
  return subscription ? /(?:^|\.)push\.apple\.com$/.test(new URL(subscription.endpoint).hostname) : false;
}
