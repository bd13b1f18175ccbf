import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '../browser/when-idle.ts';
import { listenForToasts } from './toast.ts';

export function LazyToastArea() {
  const [area, setArea] = useState<{ Area: ComponentType }>();

  useEffect(() => {
    const load = async () => {
      try {
        const Area = await import('./toast-area.tsx').then(module => module.ToastArea);
        setArea(area => area ?? { Area });
      } catch {
        // The next toast retries.
      }
    };
    listenForToasts(() => void load());
    void whenIdle().then(load);
  }, []);

  return area && <area.Area />;
}
