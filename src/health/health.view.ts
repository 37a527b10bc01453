/** `notes` describe problems that do not prevent service. */
export type HealthView = Readonly<{
  status: 'ok';
  checks?: Readonly<Record<string, string>>;
  notes?: Readonly<Record<string, string>>;
}>;
