import { useSuspenseQuery } from '@tanstack/react-query';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { Card, CardHeading } from '#platform/web/ui/card.tsx';
import { Counter } from '#platform/web/ui/counter.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { transparencyQuery } from './queries.ts';

/** `/legal/transparency`: what became of copyright complaints, by year. */
export function TransparencyPage() {
  const { years } = useSuspenseQuery(transparencyQuery(useCall())).data;
  return (
    <Page>
      <PageHeading
        lead="How many copyright complaints came, and what became of them. Numbers alone: no names, no works."
        title="Transparency"
      />
      {years.length === 0 && (
        <EmptyState title="No complaints yet">Figures are shown here once a complaint was received.</EmptyState>
      )}
      {years.map((figures) => (
        <Card className="mt-4 p-5" key={figures.year}>
          <CardHeading>{figures.year}</CardHeading>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
            <Figure label="Received" value={figures.received} />
            <Figure label="Accepted" value={figures.accepted} />
            <Figure label="Dismissed" value={figures.dismissed} />
            <Figure label="Waiting" value={figures.waiting} />
            <Figure label="Counter-notices" value={figures.counterNotices} />
            <Figure label="Restored" value={figures.restored} />
            {figures.medianHours !== null && <Figure label="Median hours to decide" value={figures.medianHours} />}
          </dl>
        </Card>
      ))}
    </Page>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="grid">
      <dt className="order-2 text-sm text-soft">{label}</dt>
      <dd className="order-1">
        <Counter className="text-xl font-semibold" value={value} />
      </dd>
    </div>
  );
}
