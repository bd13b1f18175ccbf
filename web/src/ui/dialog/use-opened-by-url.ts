import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';

/** Whether the address of the page asks for a window, `?open=<name>`, as the shortcuts of the installed app do. Once. */
export function useOpenedByUrl(name: string): boolean {
  const [isOpened] = useState(() => new URLSearchParams(location.search).get('open') === name);
  const [path, navigate] = useLocation();
  useEffect(() => {
    if (isOpened) navigate(path, { replace: true });
    // Where the reader goes after that is not its business.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOpened]);
  return isOpened;
}
