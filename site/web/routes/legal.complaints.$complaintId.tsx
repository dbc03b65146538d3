import { createFileRoute, notFound } from '@tanstack/react-router';
import { requireSession } from '#people/accounts/web/guard.ts';
import { ComplaintPage } from '#content/rights/web/complaint-page.tsx';
import { ownComplaintQuery } from '#content/rights/web/queries.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/legal/complaints/$complaintId')({
  beforeLoad: requireSession,
  loader: async ({ context: { queryClient, call }, params }) => {
    try {
      await queryClient.ensureQueryData(ownComplaintQuery(call, params.complaintId));
    } catch (error) {
      if (error instanceof CallError && (error.code === 'not_found' || error.code === 'invalid')) throw notFound();
      throw error;
    }
  },
  head: privateHead('Copyright complaint'),
  component: function Complaint() {
    const { complaintId } = Route.useParams();
    return <ComplaintPage complaintId={complaintId} key={complaintId} />;
  },
});
