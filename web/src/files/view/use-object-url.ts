import { useEffect, useState } from 'react';

/** An address under which the page itself can show a file; taken back when it is no longer shown. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return undefined;
    const url = URL.createObjectURL(file);
    // oxlint-disable-next-line react/set-state-in-effect -- the address lives outside of React, as long as this effect
    setUrl(url);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return url;
}
