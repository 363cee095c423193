ALTER TYPE report_file_kind ADD VALUE 'fundings';
