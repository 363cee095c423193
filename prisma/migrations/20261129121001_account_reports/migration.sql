ALTER TYPE report_file_kind ADD VALUE 'accounts';
ALTER TYPE report_file_kind ADD VALUE 'account_entries';
