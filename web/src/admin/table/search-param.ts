import { navigate } from '../../ui/browser/location.ts';

/** In the address, so that filters and orders survive a reload and Back. An empty value is not in it. */
export function setSearchParam(name: string, value: string): void {
  const address = new URL(location.href);
  if (value === '') address.searchParams.delete(name);
  else address.searchParams.set(name, value);
  navigate(address.pathname + address.search, { replace: true });
}
