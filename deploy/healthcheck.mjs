// The health check of the image: exits with 0 if the server and its database answer.
const url = `http://127.0.0.1:${process.env.PORT || 4000}/health/ready`;
try {
  const { ok } = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  process.exit(ok ? 0 : 1);
} catch {
  process.exit(1);
}
