import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';

/** Whether the page was opened with `?open=<name>`, as by a shortcut of the installed app. Removes the parameter. */
export function useOpenedByUrl(name: string): boolean {
  const [isOpened] = useState(() => new URLSearchParams(location.search).get('open') === name);
  const [path, navigate] = useLocation();
  useEffect(() => {
    if (isOpened) navigate(path, { replace: true });
    // Later changes of `path` must not navigate.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOpened]);
  return isOpened;
}
