import { createFileRoute } from '@tanstack/react-router';
import { PaymentResultPage } from '#features/payments/web/payment-result-page.tsx';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 300) : undefined;

export const Route = createFileRoute('/payment-success')({
  validateSearch: (search: Record<string, unknown>): { tier?: string; session_id?: string } => {
    const [tier, sessionId] = [text(search['tier']), text(search['session_id'])];
    return { ...(tier !== undefined && { tier }), ...(sessionId !== undefined && { session_id: sessionId }) };
  },
  head: privateHead('Payment'),
  component: function PaymentResult() {
    const { tier, session_id: sessionId } = Route.useSearch();
    return <PaymentResultPage sessionId={sessionId ?? null} tier={tier ?? null} />;
  },
});
