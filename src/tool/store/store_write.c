/* store_write.c: changes of many threads in one transaction.
 *
 * Waiting for the disk is what costs. So whoever comes first writes for all who are waiting by
 * then: one transaction, one wait, and each piece of work in a savepoint of its own, so that one
 * that fails takes nothing else with it. No caller gets its answer before the transaction is on the
 * disk. */
#include "store_internal.h"

struct store_job {
    store_work *work;
    void *context;
    store_error error;
    bool good, done;
    store_job *next;
};

static bool execute(store *s, const char *sql, store_error *error) {
    return sqlite3_exec(s->writer, sql, NULL, NULL, NULL) == SQLITE_OK ||
           store_sql_failed(s->writer, sql, error);
}

static void do_job(store *s, store_job *job) {
    job->good = execute(s, "SAVEPOINT job", &job->error) && job->work(s, job->context, &job->error);
    if (job->good)
        job->good = execute(s, "RELEASE job", &job->error);
    /* after a full disk SQLite may have ended the transaction itself: then there is nothing to go
     * back to */
    if (!job->good)
        sqlite3_exec(s->writer, "ROLLBACK TO job; RELEASE job", NULL, NULL, NULL);
}

static void do_jobs(store *s, store_job *first) {
    store_error error = {STORE_OK, ""};
    pthread_mutex_lock(&s->write_lock);
    bool good = s->writer != NULL
                    ? execute(s, "BEGIN IMMEDIATE", &error)
                    : store_fail(&error, STORE_READ_ONLY, "The store was opened to be read only.");
    for (store_job *job = first; job != NULL && good; job = job->next) {
        do_job(s, job);
        if (sqlite3_get_autocommit(s->writer)) { /* the transaction is gone, with what was in it */
            good = false;
            error = job->error;
        }
    }
    good = good && execute(s, "COMMIT", &error);
    if (!good && s->writer != NULL)
        sqlite3_exec(s->writer, "ROLLBACK", NULL, NULL, NULL);
    pthread_mutex_unlock(&s->write_lock);
    for (store_job *job = first; job != NULL && !good; job = job->next) {
        if (job->good || job->error.status == STORE_OK)
            job->error = error;
        job->good = false;
    }
}

/* Writes all that waits. The queue is locked before and after, and free while the disk is busy. */
static void write_queue(store *s) {
    store_job *first = s->first;
    s->first = NULL;
    s->last = &s->first;
    s->busy = true;
    pthread_mutex_unlock(&s->queue_lock);
    do_jobs(s, first);
    pthread_mutex_lock(&s->queue_lock);
    s->busy = false;
    while (first != NULL) { /* a job belongs to its thread, which may be gone once it is done */
        store_job *next = first->next;
        first->done = true;
        first = next;
    }
    pthread_cond_broadcast(&s->committed);
}

bool store_write(store *s, store_work *work, void *context, store_error *error) {
    store_job job = {.work = work, .context = context};
    pthread_mutex_lock(&s->queue_lock);
    *s->last = &job;
    s->last = &job.next;
    while (!job.done) {
        if (s->busy)
            pthread_cond_wait(&s->committed, &s->queue_lock);
        else
            write_queue(s);
    }
    pthread_mutex_unlock(&s->queue_lock);
    if (!job.good && error != NULL)
        *error = job.error;
    return job.good;
}
