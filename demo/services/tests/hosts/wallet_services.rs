//! The wallet-services host: each project shows its own behaviour.

use crate::support::{COMMON, host};

#[tokio::test]
async fn returns_each_projects_own_configuration() {
    let wallet = host("wallets").await;
    for (project, enabled, has_config) in
        [("demo", true, true), ("demo-off", false, true), ("demo-null", true, false)]
    {
        let query = COMMON.replace("projectId=demo", &format!("projectId={project}"));
        let (status, config) = wallet.json(&format!("/appkit/v1/config?{query}")).await;
        assert_eq!(status, 200);
        let features = config["features"].as_array().unwrap();
        assert_eq!(features.len(), 5);
        assert!(
            features
                .iter()
                .all(|feature| feature["isEnabled"] == enabled && feature["config"].is_array() == has_config)
        );
    }
}

#[tokio::test]
async fn fails_every_call_of_a_failing_project() {
    let wallet = host("wallets").await;
    for (project, expected) in [("demo-429", 429), ("demo-500", 500), ("demo-403", 403), ("nobody", 403)] {
        for path in ["/appkit/v1/config", "/projects/v1/origins", "/getAnalyticsConfig"] {
            let query = COMMON.replace("projectId=demo", &format!("projectId={project}"));
            let (status, body) = wallet.json(&format!("{path}?{query}")).await;
            assert_eq!(status, expected, "{project} {path}");
            assert_eq!(body["status"], expected);
            assert!(body["reasons"][0]["description"].is_string());
        }
    }
}

#[tokio::test]
async fn rejects_invalid_calls() {
    let wallet = host("wallets").await;
    let statuses = [
        (format!("/projects/v1/origins?{COMMON}"), 200),
        (format!("/projects/v1/origins?{COMMON}&clientId=did:key:z6Mk"), 200),
        (format!("/projects/v1/origins?{COMMON}&extra=1"), 400),
        (format!("/projects/v1/origins?{COMMON}&clientId="), 400),
        ("/projects/v1/origins?projectId=demo".to_owned(), 400),
        ("/projects/v1/origins".to_owned(), 400),
        (format!("/projects/v2/origins?{COMMON}"), 404),
    ];
    for (path, expected) in statuses {
        assert_eq!(wallet.json(&path).await.0, expected, "{path}");
    }
    let posted = wallet.post(&format!("/appkit/v1/config?{COMMON}"), "application/json", "{}").await;
    assert_eq!(posted.status(), 405);
}
