import { useEffect, useState } from 'react';
import { navigate } from '../browser/location.ts';

/** Whether the page was opened with `?open=<name>`, as by a shortcut of the installed app. Removes the parameter. */
export function useOpenedByUrl(name: string): boolean {
  const [isOpened] = useState(() => new URLSearchParams(location.search).get('open') === name);
  useEffect(() => {
    if (isOpened) navigate(location.pathname, { replace: true });
  }, [isOpened]);
  return isOpened;
}
