import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/forum/$postId')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/forum/post/$postId', params, statusCode: 301 });
  },
});
