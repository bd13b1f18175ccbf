import { useEffect, useState } from 'react';

export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return undefined;
    const url = URL.createObjectURL(file);
    // oxlint-disable-next-line react/set-state-in-effect -- the URL lives outside of React, as long as this effect
    setUrl(url);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return url;
}
