import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { Counter } from '#platform/web/ui/counter.tsx';

/** One tab. */
export interface TabEntry {
  value: string;
  label: string;
  count?: number | undefined;
}

/** Props of {@link Tabs}. */
export interface TabsProps {
  tabs: readonly TabEntry[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  /** Names the row of tabs for screen readers. */
  label?: string;
  /** One {@link TabPanel} for each tab. */
  children: ReactNode;
}

/** A row of tabs over panels; arrow keys move between them, the row scrolls on a phone. */
export function Tabs({ tabs, value, defaultValue, onValueChange, label, children }: TabsProps) {
  return (
    <Base.Root
      onValueChange={(next) => onValueChange?.(String(next))}
      {...(value === undefined ? { defaultValue: defaultValue ?? tabs[0]?.value } : { value })}
    >
      <Base.List
        aria-label={label}
        className="scroll-row relative flex gap-5 border-b border-hairline contain-inline-size"
      >
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} className="tab" value={tab.value}>
            {tab.label}
            {tab.count !== undefined && (
              <span>
                (<Counter value={tab.count} />)
              </span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {children}
    </Base.Root>
  );
}

/** What one tab shows. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Base.Panel className="pt-5" value={value}>
      {children}
    </Base.Panel>
  );
}
