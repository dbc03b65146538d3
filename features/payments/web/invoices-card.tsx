import { useInfiniteQuery } from '@tanstack/react-query';
import type { Invoice } from '#features/payments/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { SettingsCard } from '#people/accounts/web/settings/settings-card.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { LocalDate } from '#platform/web/ui/local-date.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { invoicesQuery } from './queries.ts';

const states: Readonly<Record<Invoice['status'], string>> = {
  open: 'Not paid yet',
  paid: 'Paid',
  void: 'Void',
  refunded: 'Paid back',
};

/** An amount in its currency: `$9.99`. */
function moneyText(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() });
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** The member's invoices, newest first. */
export function InvoicesCard() {
  const query = useInfiniteQuery(invoicesQuery(useCall()));
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <SettingsCard about="Each is also in your mail." title="Invoices">
      {query.error && !items && (
        <ErrorState compact onRetry={() => void query.refetch()} title="Your invoices could not be loaded." />
      )}
      {!query.error && !items && <Skeleton className="h-16 w-full" />}
      {items?.length === 0 && <p className="text-soft">No invoices yet. What you pay will be listed here.</p>}
      {items && items.length > 0 && (
        <ul aria-label="Invoices" className="divide-y divide-hairline">
          {items.map((item) => (
            <li key={item.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="font-semibold break-words">{item.title}</p>
                <p className="text-sm text-soft">
                  <LocalDate date={item.at} /> · {states[item.status]}
                  {item.number !== null && ` · ${item.number}`}
                </p>
              </div>
              <p className="text-end">
                <span className="tape font-semibold">{moneyText(item.totalCents, item.currency)}</span>
                {item.url !== null && (
                  <a
                    aria-label={`Open the invoice ${item.number ?? item.title}`}
                    className="block text-sm font-semibold text-primary-text hover:underline"
                    href={item.url}
                    rel="noopener noreferrer"
                    target="_blank"
                  >
                    Open
                  </a>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      <ListEnd list={query} />
    </SettingsCard>
  );
}
